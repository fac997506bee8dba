/**
 * Sites of schools and of learning that are resolved at any hour, proposed by country (A 3.2, 4.2):
 * what a pupil needs for homework. The household can replace the list.
 */

/** The sites of a country, and their operators. */
export interface SchoolSites {
  /** Description of the source of the names. */
  readonly source: string;
  readonly names: readonly string[];
}

/** Learning sites for all countries; they are always proposed. */
export const LEARNING_SITES: SchoolSites = {
  source:
    "encyclopedias, free courses and class rooms of schools, each under the name that its operator publishes",
  names: [
    "wikipedia.org",
    "wiktionary.org",
    "wikimedia.org",
    "wikibooks.org",
    "wikiversity.org",
    "vikidia.org",
    "khanacademy.org",
    "kastatic.org",
    "duolingo.com",
    "quizlet.com",
    "geogebra.org",
    "desmos.com",
    "scratch.mit.edu",
    "code.org",
    "britannica.com",
    "openstax.org",
    "moodle.org",
    "moodlecloud.com",
    "classroom.google.com",
    "seesaw.me",
    "classdojo.com",
    "deepl.com",
  ],
};

/** Sites by country (ISO 3166-1 alpha-2). */
export const SCHOOL_SITES: Readonly<Record<string, SchoolSites>> = {
  FR: {
    source:
      "ministry of education, its networks and academies, and the digital workspaces of French schools",
    names: [
      "education.gouv.fr",
      "education.fr",
      "onisep.fr",
      "parcoursup.fr",
      "cned.fr",
      "reseau-canope.fr",
      "lumni.fr",
      "enseignementsup-recherche.gouv.fr",
      "index-education.net",
      "ecoledirecte.com",
      "monlycee.net",
      "eclat-bfc.fr",
      "toutatice.fr",
      "e-lyco.fr",
      "atrium-sud.fr",
      "lyceeconnecte.fr",
      "monbureaunumerique.fr",
      "gallica.bnf.fr",
      "ac-paris.fr",
      "ac-versailles.fr",
      "ac-creteil.fr",
      "ac-lyon.fr",
      "ac-grenoble.fr",
      "ac-bordeaux.fr",
      "ac-toulouse.fr",
      "ac-nantes.fr",
      "ac-rennes.fr",
      "ac-lille.fr",
      "ac-strasbourg.fr",
      "ac-montpellier.fr",
      "ac-nice.fr",
      "ac-aix-marseille.fr",
      "ac-normandie.fr",
    ],
  },
  BE: {
    source: "school authorities of the communities of Belgium and the platforms of its schools",
    names: [
      "enseignement.be",
      "e-classe.be",
      "cfwb.be",
      "onderwijs.vlaanderen.be",
      "klascement.net",
      "smartschool.be",
      "bingel.be",
      "g-o.be",
      "ostbelgienbildung.be",
      "klasse.be",
    ],
  },
  CH: {
    source: "educa.ch, the cantons and the schools' own platforms of Switzerland",
    names: [
      "educa.ch",
      "zebis.ch",
      "lehrplan.ch",
      "plandetudes.ch",
      "edubs.ch",
      "eduvs.ch",
      "eduvaud.ch",
      "edufr.ch",
      "edu.ge.ch",
      "rpn.ch",
      "schabi.ch",
    ],
  },
  LU: {
    source: "ministry of education of Luxembourg and its centre for school computing",
    names: [
      "men.public.lu",
      "education.lu",
      "script.lu",
      "edumedia.lu",
      "restena.lu",
    ],
  },
  DE: {
    source:
      "school servers of the states of Germany, public broadcasters and the platforms of its schools",
    names: [
      "bildungsserver.de",
      "dbildungscloud.de",
      "itslearning.com",
      "iserv.de",
      "lernraum-berlin.de",
      "bycs.de",
      "mebis.bayern.de",
      "logineonrw-lms.de",
      "schule.sachsen.de",
      "schule-bw.de",
      "planet-schule.de",
      "planet-wissen.de",
      "kindernetz.de",
      "antolin.de",
      "anton.app",
      "serlo.org",
      "hamsterkiste.de",
      "blinde-kuh.de",
      "fragfinn.de",
      "zum.de",
      "webuntis.com",
      "bpb.de",
      "leifiphysik.de",
      "sofatutor.com",
      "westermann.de",
      "cornelsen.de",
      "lehrer-online.de",
      "duden.de",
    ],
  },
  AT: {
    source: "ministry of education of Austria and the platforms of its schools",
    names: [
      "bmbwf.gv.at",
      "eduthek.at",
      "eduvidual.at",
      "lms.at",
      "edumoodle.at",
      "schule.at",
      "edugroup.at",
      "digi4school.at",
      "webuntis.com",
      "anton.app",
      "antolin.de",
    ],
  },
  ES: {
    source: "ministry of education of Spain, its communities and the platforms of its schools",
    names: [
      "educacion.gob.es",
      "educacionfpydeportes.gob.es",
      "intef.es",
      "educamadrid.org",
      "educa2.madrid.org",
      "xtec.cat",
      "edu365.cat",
      "educacion.navarra.es",
      "educa.jcyl.es",
      "juntadeandalucia.es",
      "edu.xunta.gal",
      "educantabria.es",
      "murciaeduca.es",
      "educaragon.org",
      "educastur.es",
      "educarex.es",
      "aules.edu.gva.es",
      "alexiaedu.com",
      "clickedu.eu",
      "rae.es",
    ],
  },
  IT: {
    source:
      "ministry of education of Italy, the public broadcaster and the registers of its schools",
    names: [
      "istruzione.it",
      "miur.gov.it",
      "mim.gov.it",
      "indire.it",
      "invalsi.it",
      "portaleargo.it",
      "argofamiglia.it",
      "spaggiari.eu",
      "axioscloud.it",
      "nuvola.madisoft.it",
      "raiscuola.rai.it",
      "raicultura.it",
      "treccani.it",
      "zanichelli.it",
    ],
  },
  PT: {
    source: "ministry of education of Portugal and the platforms of its schools",
    names: [
      "dge.mec.pt",
      "portaldasmatriculas.edu.gov.pt",
      "iave.pt",
      "escolavirtual.pt",
      "auladigital.leya.com",
      "portoeditora.pt",
      "infopedia.pt",
      "priberam.org",
      "casadasciencias.org",
    ],
  },
  NL: {
    source: "school publishers and platforms of the Netherlands",
    names: [
      "kennisnet.nl",
      "wikiwijs.nl",
      "examenblad.nl",
      "cito.nl",
      "magister.net",
      "somtoday.nl",
      "basispoort.nl",
      "snappet.org",
      "gynzy.com",
      "schooltv.nl",
      "parro.com",
      "parnassys.net",
      "squla.nl",
      "malmberg.nl",
      "noordhoff.nl",
      "thiememeulenhoff.nl",
      "itslearning.com",
    ],
  },
  GB: {
    source:
      "education departments of the United Kingdom, the public broadcaster's lessons and the platforms of its schools",
    names: [
      "education.gov.uk",
      "education.gov.scot",
      "glowconnect.org.uk",
      "glowscotland.org.uk",
      "hwb.gov.wales",
      "thenational.academy",
      "showmyhomework.co.uk",
      "satchelone.com",
      "mymaths.co.uk",
      "hegartymaths.com",
      "senecalearning.com",
      "ttrockstars.com",
      "purplemash.com",
      "oxfordowl.co.uk",
      "drfrostmaths.com",
      "sparxmaths.uk",
      "sparxmaths.com",
      "lgfl.net",
    ],
  },
  IE: {
    source: "department of education of Ireland, its exams and support services",
    names: [
      "education.ie",
      "scoilnet.ie",
      "examinations.ie",
      "ncca.ie",
      "pdst.ie",
      "curriculumonline.ie",
      "studyclix.ie",
      "focloir.ie",
      "folens.ie",
      "edco.ie",
      "cjfallon.ie",
      "vsware.ie",
    ],
  },
  US: {
    source:
      "federal education sites, public broadcasters and the platforms of schools in the United States",
    names: [
      "ed.gov",
      "studentaid.gov",
      "loc.gov",
      "nasa.gov",
      "si.edu",
      "pbslearningmedia.org",
      "ck12.org",
      "instructure.com",
      "schoology.com",
      "powerschool.com",
      "infinitecampus.org",
      "clever.com",
      "blackboard.com",
      "collegeboard.org",
      "commonapp.org",
      "act.org",
      "readworks.org",
      "commonlit.org",
      "newsela.com",
      "ixl.com",
      "edpuzzle.com",
      "nearpod.com",
      "zearn.org",
      "starfall.com",
      "getepic.com",
    ],
  },
  CA: {
    source:
      "education ministries of the provinces of Canada, public broadcasters and the platforms of its schools",
    names: [
      "alloprof.qc.ca",
      "education.gouv.qc.ca",
      "recit.qc.ca",
      "learnquebec.ca",
      "tvo.org",
      "tvolearn.com",
      "tfo.org",
      "idello.org",
      "edu.gov.on.ca",
      "learnalberta.ca",
      "bced.gov.bc.ca",
      "brightspace.com",
      "mozaikportail.ca",
      "edsby.com",
    ],
  },
};

/** Time zones of the countries with sites, with their country. */
const ZONES: Readonly<Record<string, string>> = {
  FR: "Europe/Paris",
  BE: "Europe/Brussels",
  CH: "Europe/Zurich",
  LU: "Europe/Luxembourg",
  DE: "Europe/Berlin Europe/Busingen",
  AT: "Europe/Vienna",
  ES: "Europe/Madrid Africa/Ceuta Atlantic/Canary",
  IT: "Europe/Rome",
  PT: "Europe/Lisbon Atlantic/Madeira Atlantic/Azores",
  NL: "Europe/Amsterdam",
  GB: "Europe/London Europe/Belfast",
  IE: "Europe/Dublin",
  US:
    "America/New_York America/Detroit America/Chicago America/Menominee America/Denver America/Boise America/Phoenix " +
    "America/Los_Angeles America/Anchorage America/Juneau America/Sitka America/Nome America/Yakutat America/Metlakatla " +
    "America/Adak Pacific/Honolulu America/Indianapolis America/Louisville",
  CA:
    "America/Toronto America/Montreal America/Vancouver America/Edmonton America/Winnipeg America/Regina America/Halifax " +
    "America/Moncton America/St_Johns America/Whitehorse America/Yellowknife America/Iqaluit America/Glace_Bay " +
    "America/Goose_Bay America/Swift_Current America/Dawson America/Dawson_Creek America/Fort_Nelson America/Creston " +
    "America/Inuvik America/Cambridge_Bay America/Rankin_Inlet America/Resolute America/Atikokan",
};
/** Zones that belong to certain states, by the first words of their names. */
const REGIONS = ["America/Indiana/", "America/Kentucky/", "America/North_Dakota/"];

/**
 * The names proposed for the location of the box: by its country, otherwise by the country of its
 * time zone. International sites are always included.
 */
export function schoolSites(country: string, zone: string): readonly string[] {
  const local = SCHOOL_SITES[country === "" ? countryOfZone(zone) : country]?.names ?? [];
  return [...new Set([...local, ...LEARNING_SITES.names])];
}

/** The country of a time zone, if it has sites; "" = none. */
export function countryOfZone(zone: string): string {
  if (REGIONS.some((region) => zone.startsWith(region))) return "US";
  return Object.entries(ZONES).find(([, zones]) => zones.split(" ").includes(zone))?.[0] ?? "";
}
