/**
 * A sample of names that households use all the time and that no legitimate block list contains. A
 * list that blocks one of them applies only after a person confirms it.
 *
 * Source: the 10,000 most queried names at OpenDNS (public-domain-lists, opendns-top-domains.txt).
 * Removed were all names that are (alone, with `www`, or by a parent) in the starter list, AdGuard
 * DNS filter, EasyList, HaGeZi Light, StevenBlack or someonewhocares. Of the rest, 1,000 were
 * picked manually in order, without advertising, measurement, URL shorteners, dynamic DNS, adult
 * sites, gambling, file sharing and abandoned names.
 */
const NAMES = `
google.com facebook.com googleapis.com facebook.net youtube.com twitter.com microsoft.com
ytimg.com googleusercontent.com apple.com yahoo.com ggpht.com verisign.com amazonaws.com
live.com digicert.com instagram.com gmail.com linkedin.com twimg.com yimg.com
youtube-nocookie.com amazon.com fbcdn.net windowsupdate.com bing.com skype.com godaddy.com
akamai.net jquery.com pinterest.com adobe.com msn.com avast.com google.co.in windows.com
cloudflare.com dropbox.com globalsign.com entrust.net google.com.tr whatsapp.net ntp.org
viber.com yandex.ru typekit.net wp.com wikipedia.org icloud.com blogger.com images-amazon.com
bootstrapcdn.com usertrust.com imgur.com blogspot.com wikimedia.org ssl-images-amazon.com
flickr.com edgekey.net mozilla.org licdn.com reddit.com google.com.br google.it
googlevideo.com virtualearth.net tumblr.com teamviewer.com oracle.com ebay.com akamai.com
hotmail.com netflix.com appspot.com vk.com mozilla.com creativecommons.org youtu.be
weather.com paypal.com office365.com google.ca staticflickr.com imdb.com mzstatic.com
baidu.com amazon.co.uk outlook.com root-servers.net cdninstagram.com vimeo.com accuweather.com
steamstatic.com paypalobjects.com avg.com wordpress.com pinimg.com wordpress.org ebayimg.com
huffingtonpost.com pandora.com aol.com eset.com cnn.com xboxlive.com dailymotion.com king.com
kaspersky-labs.com soundcloud.com vimeocdn.com bbc.co.uk kaspersky.com norton.com nytimes.com
amazon.in amazon.de go.com amazon.it washingtonpost.com google.co.uk supercell.net
wikimediafoundation.org amazon.ca mediawiki.org flipboard.com wikidata.org ebaystatic.com
amazon.fr foxnews.com amazon.co.jp trafficmanager.net onenote.com amazon.es opendns.com
amazon.com.br logmein.com nflximg.net zynga.com amazon.cn amazon.com.au amazon.com.mx
goodreads.com herokuapp.com dropboxusercontent.com fbsbx.com turner.com bookdepository.com
samsung.com walmart.com nist.gov skype.net audible.com evernote.com buzzfeed.com usatoday.com
espncdn.com w3.org dpreview.com xbox.com redditstatic.com tripadvisor.com abebooks.com
bloomberg.com fonts.com spotify.com groupon.com symantec.com zappos.com bbb.org
theguardian.com nvidia.com huffpost.com mail.ru microsoftonline.com nbcnews.com bbc.com
craigslist.org typekit.com telegraph.co.uk myspace.com lastpass.com steampowered.com
google.com.mx alibaba.com bleacherreport.com github.com wsj.com windows.net yandex.net
acrobat.com nokia.com geforce.com tacdn.com steamcommunity.com riotgames.com wunderground.com
reuters.com blackberry.com netgear.com google.com.eg businessinsider.com redditmedia.com
foursquare.com mozilla.net avira.com twitch.tv qq.com kik.com lenovo.com americanexpress.com
htc.com android.com cnbc.com clashofclans.com roku.com mashable.com aliexpress.com uol.com.br
office.com latimes.com cbsnews.com glbimg.com bbci.co.uk itunes.com engadget.com ea.com hp.com
nfl.com yastatic.net google.de forbes.com hurriyet.com.tr indeed.com time.com mediatek.com
sndcdn.com gizmodo.com yelp.com google.ru google.fr archive.org walmartimages.com att.com
npr.org hulu.com theatlantic.com life360.com visualstudio.com 360.cn fortune.com origin.com
slidesharecdn.com etsy.com odnoklassniki.ru iheart.com mapquest.com me.com monster.com
sogou.com ubuntu.com googlecode.com google.com.ar nypost.com stackoverflow.com jsdelivr.net
media-imdb.com chase.com nydailynews.com wired.com google.es comcast.net plexapp.com
zendesk.com stubhub.com microsofttranslator.com espn.com cabelas.com dell.com weibo.com
globo.com independent.co.uk rambler.ru intel.com cnet.com slideshare.net issuu.com
techcrunch.com intuit.com bestbuy.com playstation.net foxbusiness.com minecraft.net
lifehacker.com bbcimg.co.uk today.com asus.com yandex.com.tr google.com.hk t-mobile.com
whatsapp.com cloudinary.com doi.org thedailybeast.com shopify.com ups.com theverge.com scdn.co
sstatic.net businessweek.com olx.com marketwatch.com googledrive.com ford.com tmall.com
booking.com fivethirtyeight.com nih.gov gandi.net githubusercontent.com openweathermap.org
ok.ru aarp.org sahibinden.com java.com webmd.com estadao.com.br bankofamerica.com
hollywoodreporter.com ft.com charter.com si.com google.nl vkontakte.ru billboard.com
wiktionary.org fedex.com ap.org unity3d.com cbssports.com recaptcha.net speedtest.net inc.com
office.net sony.net sbnation.com sourceforge.net stackexchange.com telecomitalia.it
newyorker.com fcc.gov gm.com nbcsports.com kohls.com belkin.com careerbuilder.com
leagueoflegends.com dickssportinggoods.com etsystatic.com vox-cdn.com parastorage.com 9gag.com
nbcuni.com slate.com openstreetmap.org alibabagroup.com target.com pg.com scribd.com
aliyun.com zillow.com gameloft.com ebay.it chicagotribune.com boston.com kotaku.com comodo.com
google.dk fastcompany.com github.io feedly.com squarespace.com politico.com groupme.com
rovio.com wixstatic.com ign.com reference.com nba.com leafletjs.com mlstatic.com
s-microsoft.com tunein.com google.com.my uol.com duckduckgo.com naver.com vox.com
wellsfargo.com goal.com ancestry.com box.net ebay.co.uk wix.com abcnews.com repubblica.it
netflix.net foxsports.com yelpcdn.com fb.com france24.com indiatimes.com bostonglobe.com
expedia.com worldcat.org allrecipes.com myfitnesspal.com weather.gov ew.com box.com
superuser.com phpbb.com rottentomatoes.com comcast.com voxmedia.com sony.com ebay.de
foodnetwork.com 1688.com wmflabs.org authorize.net blizzard.com acer.com nest.com
bitdefender.com wikia.com quickbooks.com gnu.org plex.tv realsimple.com wikiquote.org
serverfault.com youversionapi.com wikihow.com rollingstone.com usa.gov livestrong.com
theglobeandmail.com kickstarter.com realtor.com alipay.com flipkart.com ticketmaster.com
photobucket.com guim.co.uk cbc.ca mathoverflow.net msnbc.com ibm.com merriam-webster.com
firefox.com force.com miniclip.com istockphoto.com microsoftstore.com sling.com vice.com
nflxvideo.net footlocker.com sonos.com thefreedictionary.com fitbit.com 9gag.tv cdc.gov
sfgate.com travelandleisure.com wayfair.com askubuntu.com economist.com smh.com.au dlink.com
westelm.com nflxext.com usps.com iana.org ebay.ca wikisource.org giphy.com dreamstime.com
metacritic.com verizonwireless.com nasdaq.com ebay.in weebly.com libero.it spiceworks.com
jd.com 360buyimg.com standard.co.uk flixcart.com slickdeals.net kakao.com mapbox.com ebay.fr
mtv.com mlb.com ebay.com.au crateandbarrel.com livejournal.com last.fm timeanddate.com
southernliving.com google.com.ph sohu.com whstatic.com wattpad.com audioscrobbler.com rd.com
hootsuite.com gettyimages.com boxofficemojo.com bstatic.com weibo.cn battle.net deadline.com
abc.net.au homedepot.com arstechnica.com ebay.be esquire.com google.pl seatgeek.com garmin.com
ebay.at gamespot.com medium.com health.com mirror.co.uk theweek.com spiegel.de autoblog.com
whitehouse.gov disney.com google.se pbs.org houzz.com behance.net mercadolivre.com.br
barnesandnoble.com barrons.com pastebin.com instyle.com ebay.com.hk csmonitor.com
dictionary.com verizon.net nbc.com foodandwine.com pushbullet.com southwest.com wikibooks.org
canonical.com jeep.com pcworld.com ebay.ie mercadolibre.com cbs.com verizon.com ibtimes.com
themeforest.net myrecipes.com thesaurus.com indianexpress.com fanatics.com
sonyentertainmentnetwork.com google.com.tw salesforce.com variety.com stripe.com medscape.com
eventbrite.com potterybarn.com zoopla.co.uk corriere.it glassdoor.com sina.com.cn mathjax.org
smithsonianmag.com google.com.co logitech.com britannica.com hepsiburada.com digitaltrends.com
aaplimg.com nhl.com ebay.es airfrance.com haaretz.com gazzetta.it brasil.gov.br google.co.ve
staples.com pcmag.com google.co.id vanityfair.com bhg.com cdn-apple.com everydayhealth.com
grainger.com bluehost.com state.gov trulia.com synology.com llbean.com games.com line-apps.com
att.net theweathernetwork.com irs.gov urbandictionary.com marca.com usnews.com hgtv.com
nature.com dota2.com tvguide.com jstor.org metro.co.uk essence.com hotels.com change.org
britishairways.com newsweek.com getpocket.com urbanoutfitters.com sciencedirect.com loc.gov
cracked.com wordreference.com trello.com lowes.com entrepreneur.com citrix.com picsart.com
thisoldhouse.com bigcommerce.com ranker.com greatschools.org iheartradio.com qvc.com
starbucks.com delta.com usgs.gov allmusic.com tomshardware.com sears.com marriott.com
elpais.com xe.com c-span.org opentable.com wikinews.org basecamp.com healthgrades.com
newegg.com cars.com wikiversity.org food.com babbel.com patch.com tp-link.com miamiherald.com
ebay.nl meetup.com united.com meredith.com agoda.com europa.eu google.be msdn.com
nationalgeographic.com musixmatch.com thenextweb.com prezi.com ikea.com 500px.com evite.com
gmx.com as.com vevo.com zdnet.com shazam.com pixlr.com mojang.com bitcoin.org redd.it
xiaomi.com dowjones.com wiley.com nascar.com ycombinator.com autodesk.com abc.com fortinet.net
condenast.com google.com.ua theupsstore.com youdao.com macys.com linuxmint.com php.net
biblegateway.com trustpilot.com youku.com aa.com google.com.pe google.ie aljazeera.com
wetransfer.net toysrus.com fda.gov daringfireball.net deezer.com ebay.com.sg www.gov.uk
apartments.com wnyc.org autotrader.com walgreens.com networksolutions.com ifttt.com iqiyi.com
yahoo.co.jp minecraftforum.net toyota.com mercadolivre.com lenta.ru gofundme.com
boredpanda.com f-secure.com carmax.com kongregate.com jpost.com instapaper.com officedepot.com
bnf.fr hhs.gov tencent.com allegro.pl gamefaqs.com google.com.au google.pt snapdeal.com
drugs.com expedia.de ya.ru google.ro elmundo.es morningstar.com livestream.com yandex.ua
gq.com joomla.org google.co.jp google.cl iflscience.com 9to5mac.com google.co.nz sprint.com
nikkei.com google.at searchengineland.com google.cz google.fi gmx.net folha.com.br
venturebeat.com google.sk google.com.sg espncricinfo.com d3js.org google.co.il indiegogo.com
google.co.th google.co.hu orange.fr sharepointonline.com google.co.kr xing.com expedia.co.jp
yandex.com xfinity.com klm.com patreon.com citi.com quizlet.com techradar.com
victoriassecret.com here.com ilsole24ore.it google.gr ctvnews.ca google.com.sa expedia.fr
irishtimes.com rferl.org lemonde.fr quora.com clarin.com nike.com turkiye.gov.tr academia.edu
bild.com meb.gov.tr goodhousekeeping.com wdc.com ifeng.com redcross.org typepad.com gwu.edu
scmp.com yammer.com anthropologie.com wikivoyage.org detik.com fc2.com td.com cisco.com
eff.org shutterfly.com qz.com biography.com nordstrom.com usaa.com macrumors.com
startribune.com hellomagazine.com trt.net.tr edmunds.com moodle.org hotwire.com 123rf.com
dashlane.com chrysler.com warnerbros.com epa.gov cosmopolitan.com tvline.com history.com
azcentral.com healthline.com google.co.za pcgamer.com phys.org thehindu.com priceline.com
audible.co.uk iconfinder.com researchgate.net moneycontrol.com scientificamerican.com
drupal.org dailydot.com expedia.es marthastewart.com hindustantimes.com imore.com news.com.au
xda-developers.com space.com khanacademy.org hud.gov sciencedaily.com dribbble.com orbitz.com
oprah.com ookla.com hostgator.com xkcd.com kompas.com target.ca gazeta.pl craigslist.ca
ansa.it sec.gov gotomeeting.com wufoo.com mint.com lg.com o2.co.uk livedoor.com google.ae
lefigaro.fr androidpolice.com rakuten.co.jp theregister.co.uk goo.ne.jp deviantart.com
elle.com eurogamer.net bookmyshow.com avito.ru fiverr.com independent.ie kbb.com wowhead.com
gamepedia.com crunchyroll.com leboncoin.fr mysql.com investopedia.com free.fr sapo.pt hm.com
firebase.com mit.edu nps.gov fifa.com skysports.com welt.de epson.com mobile.de
rightmove.co.uk sueddeutsche.de lequipe.fr jeuxvideo.com premierleague.com gumtree.com
pbskids.org freelancer.com immobilienscout24.de pixiv.net paginegialle.it computerworld.com
chip.de consumerreports.org sberbank.ru roblox.com elegantthemes.com orf.at allocine.fr
jimdo.com gutefrage.net hatena.ne.jp nicovideo.jp focus.de ameba.jp commentcamarche.net
scholastic.com asos.com sap.com t-online.de uber.com easports.com asana.com nu.nl harvard.edu
mixcloud.com musicbrainz.org battlefield.com nginx.org snapfish.com vmware.com un.org
idealo.de aftonbladet.se rockstargames.com strava.com justice.gov nick.com springer.com
technologyreview.com sciencemag.org gopro.com hbo.com asda.com doodle.com webex.com airbnb.com
edmodo.com gutenberg.org pitchfork.com callofduty.com dr.dk arxiv.org vistaprint.com
wolframalpha.com itv.com schwab.com creativecloud.com senate.gov bitbucket.org express.co.uk
dropboxstatic.com ieee.org snopes.com brainpop.com cdnjs.com squareup.com vodafone.com yr.no
`;

/** The names, most popular first: lower-case ASCII without final dot. */
export const POPULAR_NAMES: readonly string[] = NAMES.trim().split(/\s+/);
