/**
 * All numbers in the requirements, by feature: the limits of A 8 and B 8 and the timings of their
 * chapters 7. Times are in seconds unless the name says otherwise, sizes in bytes. Each number used
 * in the box is defined here once.
 */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const KIB = 1024;
const MIB = 1024 * 1024;

/** The numbers, by feature; each comment names the section. */
export const LIMITS = {
  /** A 2.1, 7.3, 8. */
  breaches: {
    // A 8.
    addresses: 20,
    keptPerAddress: 200,
    addressCharacters: 254,
    localPartCharacters: 64,
    nameCharacters: 128,
    prefixesPerDayPerBox: 20,
    prefixesPerDayPerAddress: 100,
    retryFirst: 10 * MINUTE,
    retryLast: DAY,

    // A 7.3.2.
    checkEvery: 7 * DAY,
    checkAfterFirstAdded: MINUTE,

    // So that a run stays within the calls a minute of the online service.
    pauseBetweenPrefixes: 3,

    // After so many answers in a row that cannot be used, a run ends.
    errorsInRow: 3,

    // A range of twenty thousand hashes with their breaches.
    answerBytes: 2 * MIB,

    // A 7.3.2, 8.
    checkNowPerAddress: DAY,
    checkNowApart: 30,
  },
  /** A 7.3.6, 8. */
  passwordTest: {
    // A 8.
    perWindow: 20,
    window: 10 * MINUTE,
    timeout: 10,
    answerBytes: MIB,
    answerLines: 20_000,
  },
  /** A 3.2, 7.1, 8. */
  hours: {
    // A 8.
    permittedNames: 100,
    extraMinutes: [15, 30, 60],
    extraAheadHours: 12,

    // As for pauses, so that a forgotten cut ends.
    householdCutMinutes: 1440,

    // A 7.1.2.
    cutBypassAskedAfter: 5 * MINUTE,
    cutBypassSilentFor: 15 * MINUTE,
    cutBypassQueries: 3,
    cutBypassStep: 5 * MINUTE,
    cutWatchedFor: DAY,
    bypassNameAlertEvery: DAY,

    // Per device, so that a flood of names does not cause a flood of alerts.
    bypassNamesPerDay: 20,

    // A 2.2.
    modeMinutes: [30, 60, 120],

    // A 2.2: local time after midnight, if no hours open.
    morningOtherwise: 7 * HOUR,

    // A 4.2: on devices of minors, so that a cut applies soon.
    answersKept: MINUTE,
  },
  /** A 7.1.3, 7.1.5, 8. */
  categoryTime: {
    // A 8.
    dailyMinutesLeast: 15,
    dailyMinutesMost: 8 * 60,

    // A 7.1.3.
    step: 5 * MINUTE,
    stepCountsFromName: 2,

    // A 7.1.3, 7.1.5.
    usageKept: 7 * DAY,

    // The range of the time-spent report.
    spentKept: 90 * DAY,
  },
  /** A 7.1.4, 8. */
  timeRequests: {
    // A 8.
    waitingPerDevice: 1,
    perDay: 6,

    // A 2.2.
    messageCharacters: 200,

    // A 2.2: as far ahead as extra time.
    waitMost: 12 * HOUR,

    // B 4.5: like unblock requests.
    kept: 90 * DAY,

    // Per address; a person needs fewer.
    perMinute: 30,
  },
  /** A 7.12.2. */
  updates: {
    // The signed manifest, and a silence in the middle of a file.
    manifestTimeout: 30,
    idleTimeout: 60,

    // What stays free on the disk after a download.
    spareBytes: 32 * MIB,

    // Daily, with jitter, as the statistics.
    checkedEvery: 23 * HOUR,
    checkJitter: 2 * HOUR,

    // Actions that the page names before a return.
    changesMost: 500,

    // Above this size a database other than box.db is not copied before a migration: the journal of
    // a company.
    copiedMost: 256 * MIB,
  },

  /** A 2.2, 4.2. */
  vacations: {
    // Per box: decades of school holidays.
    most: 500,

    // Per vacation: a leap year.
    daysMost: 366,

    // After the end of a vacation.
    daysShownAfter: 60,

    // Fits one line of a page.
    nameCharacters: 100,

    // A 4.2: the coming year.
    importAhead: 366 * DAY,

    // A 4.2.
    checkedEvery: 7 * DAY,

    // Many times the response for a whole country.
    answerBytes: 2 * MIB,

    // Size of an .ics file.
    fileBytes: MIB,

    // For the whole response.
    timeout: 15,
  },
  /** A 3.1, 7.2, 8. */
  restricted: {
    // A 7.2.4, 8: per device, per group, and in total.
    names: 500,

    // A 8.
    learningDaysLeast: 1,
    learningDaysMost: 30,
    learningDays: 7,
    batchIds: 1000,
    noticesPerDay: 20,

    // A 2.3: days of the domains that were blocked.
    outsideDays: 7,

    // Per device and day; further domains are counted together.
    outsidePerDay: 100,

    // A 7.2.7.
    countsWrittenEvery: MINUTE,
    learningCheckedEvery: MINUTE,

    // A 7.2.6.
    leavesGroupWithin: MINUTE,
  },
  /** A 7.1.5, 8. */
  sharedDevices: {
    // A 8.
    people: 20,
  },
  /** A 2.5. */
  threats: {
    // A 2.5.
    foundDays: 30,

    // What a page can show.
    found: 500,
  },
  /** A 7.4.1, 8. */
  rebinding: {
    // A 8.
    allowed: 200,

    // A 7.4.1.
    networksReadEvery: 10 * MINUTE,
  },
  /** A 7.4.2. */
  spyware: {
    // A 7.4.2.
    refreshEvery: 6 * HOUR,

    // A 2.5: a notice for a person is kept as long as it is shown.
    noticeDays: 30,

    // A box that restarts again and again does not ask the server each time.
    refreshAfter: HOUR,

    // A downloaded list: the one of the catalogue has less than a thousand names in 20 KB. Entries
    // that are repeated or give no name count too.
    names: 50_000,
    bytes: 8 * MIB,
  },
  /** A 7.4.3. */
  remoteTools: {
    // A 7.4.3: once a month.
    alertEvery: 30 * DAY,
  },
  /** A 7.4.4, 8. */
  beacons: {
    // A 7.4.4, 8.
    pairs: 4096,

    // A 7.4.4.
    questions: 24,
    over: 6 * HOUR,
    deviationPercent: 15,
    meanLeast: MINUTE,
    meanMost: 2 * HOUR,
    youngDays: 180,

    // A rare domain: at most two devices asked for it in a week.
    pairsPerDevice: 256,
    rareDevices: 2,
    rareDays: 7,
    rareDomains: 8192,

    // A, AAAA and HTTPS of one look-up count once.
    sameQuestionMs: 2000,

    // Twice the longest mean: after it a device was off or asleep, and its questions begin anew.
    longestGap: 4 * HOUR,
  },
  /** The page "Is it behaving?" of a device. */
  behaviour: {
    // Days whose contacts are compared with those before.
    days: 7,

    // Alerts that are counted.
    alertDays: 30,

    // First contacts that are named, the newest.
    shown: 50,
  },
  /** A 7.12.2: the monthly database of countries. */
  countries: {
    // A 7.12.2.
    every: 30 * DAY,

    // Until a file that could not be read is tried again.
    retry: DAY,

    // Three times the largest free database of countries, packed and unpacked.
    bytes: 32 * MIB,

    // Seconds for which it stays in memory after a page was shown.
    kept: MINUTE,
  },
  /** Bursts of random names that do not exist. */
  randomBursts: {
    // Random names in an hour; a device that follows an old link asks for one or two.
    names: 12,
    over: HOUR,

    // Of all names that do not exist: an upstream that denies everything denies few random ones.
    sharePercent: 40,

    // Names of a device in memory, and devices.
    remembered: 256,
    devices: 512,

    // The shortest label that can look random.
    letters: 7,
  },
  /** A 7.5, 8. */
  lookalikes: {
    // A 8.
    allowed: 200,

    // A 7.5.1.
    visitedNames: 500,
    visitedOverDays: 30,
    visitedFirstAfter: 10,
    visitedEvery: DAY,

    // A 7.5.3.
    typoLetters: 5,
    editLetters: 6,

    // A 7.5.5.
    youngDays: 30,
    ageWaitMs: 1500,
    ageKept: 7 * DAY,
    ageUnknownKept: HOUR,

    // A 7.5.5, 8.
    ageQuestionsPerHour: 20,

    // So that beacons leave questions for look-alikes.
    ageQuestionsForBeacons: 5,

    // A 2.5.
    foundDays: 30,
  },
  /** A 7.6, 8. */
  blockPage: {
    // A 7.6.7, 8.
    pagesPerSecond: 5,
    pagesBurst: 20,

    // A 7.6.8, 8.
    memoryNames: 8192,

    // So that no device displaces the pages of the others.
    memoryNamesOfDevice: 2048,

    // A 7.6.8.
    memoryKept: 10 * MINUTE,
    memoryLeastAge: 5 * MINUTE,
    answerTtlMost: 60,

    // A 7.6.1.
    blockedTtl: 10,
  },
  /** A 7.7, 8. */
  localAuthority: {
    // A 7.7.1.
    years: 10,
    certificateLife: 48 * HOUR,
    certificateRemadeBeforeEnd: DAY,

    // A 7.7.1, 8.
    certificates: 512,
    perSecond: 10,
    burst: 30,
  },
  /** A 7.8. */
  redirect: {
    // A 7.8.
    clientKnownFor: DAY,
  },
  /** A 2.7, 7.9. */
  encryptedDns: {
    // A 2.7.
    selfSignedYears: 2,

    // A 7.9.3.
    renewBeforeEnd: 30 * DAY,

    // A 7.9.2.
    remadeNoticeDays: 60,
  },
  /** A 7.10, 8. */
  network: {
    // A 7.10.1.
    checkEvery: 5 * MINUTE,
    checkFirstAfter: 2 * MINUTE,

    // A 7.10.3.
    solicitEvery: 10 * MINUTE,
    hopLimit: 255,
    announcementLeast: 30 * MINUTE,
    announcementMost: DAY,

    // A 7.10.3, 8.
    routers: 32,

    // A 7.10.4.
    presentWithin: 45 * MINUTE,
    silentPresentFor: HOUR,
    silentFor: DAY,

    // A 8.
    ignoredMachines: 1024,

    // A 7.10.5.
    dhcpRetryEvery: 10 * MINUTE,
    announcedNameKept: DAY,

    // A 8.
    toolRunsPerMinute: 30,
  },
  /** A 7.11, 8. */
  maintenance: {
    // A 8.
    atOnce: 1,

    // A 7.11.
    liveView: 5 * MINUTE,
  },
  /** A 7.12. */
  telemetry: {
    // A 7.12.3.
    firstLeast: MINUTE,
    firstMost: HOUR,
    every: DAY,
    jitter: HOUR,
    timeout: 15,
  },
  /** B 7.1, 8. */
  relay: {
    // B 8.
    devices: 256,
    wifiNameBytes: 32,
    secretCharacters: 26,
    secretBits: 130,

    // B 7.1.3, 8.
    frameBytes: 24 * KIB,

    // B 7.1.3.
    answerBytes: 18 * KIB,

    // B 7.1.3, 8.
    inFlight: 256,

    // B 8.
    pingEvery: 30,
    closeWithoutPong: 75,
    reconnectFirst: 1,
    reconnectLast: 60,
    retryAfterMost: HOUR,
    fallbackAfter: 3,
  },
  /** B 7.2, 8. */
  sites: {
    // B 8.
    perOrganisation: 50,
    nameCharacters: 64,
    joinCodeLife: DAY,
    statusEvery: 15 * MINUTE,
  },
  /** B 7.3, 8. */
  pair: {
    // B 8.
    codeLife: 15 * MINUTE,
    codeWrongTries: 5,
    advertLeast: 1,
    advertMost: 10,
    priorityLeast: 1,
    priorityMost: 254,
    routerIdLeast: 1,
    routerIdMost: 255,

    // B 7.3.1, 8.
    clockDifference: 5 * MINUTE,

    // B 8.
    peerUnreachableAfter: 3 * MINUTE,

    // B 7.3.3.
    backupEvery: MINUTE,

    // B 7.3.4.
    preemptDelay: 30,
    healthEvery: 5,
    healthFailures: 2,
  },
  /** B 7.4, 8. */
  dlp: {
    // B 8.
    countsKeptDays: 90,
    reportEvents: 100,

    // B 7.4.5.
    reportDays: [1, 7, 30],
  },
  /** B 7.5, 8. */
  unblock: {
    // B 7.5.1.
    blockedWithin: DAY,

    // B 8.
    justificationCharacters: 280,

    // B 7.5.2, 8.
    waitingPerDeviceAndName: 1,
    perDayPerAccount: 10,
    expiry: 7 * DAY,
    historyDays: 365,

    // B 7.5.2.
    ownHistoryDays: 90,
  },
  /** B 7.6. */
  logo: {
    // B 7.6.2.
    fileBytes: 256 * KIB,
    side: 4096,
    pixels: 4_194_304,

    // B 7.6.3.
    width: 640,
    height: 320,
    keptBytes: 512 * KIB,
  },
  /** B 7.7, 8. */
  directory: {
    // B 7.7.1.
    importEvery: HOUR,

    // B 7.7.1, 8.
    requestTimeout: 30,

    // B 7.7.4, 8.
    groupMappings: 200,
  },
  /** The project's own numbers, where A 5 gives none. */
  accounts: {
    // A 5: accounts of one box.
    most: 500,

    // A 5.
    nameCharacters: 64,

    // A 5: characters.
    passwordLeast: 10,
    passwordMost: 1024,

    // A 5: each takes 32 MiB.
    hashesAtOnce: 2,

    // A 5: further requests must be retried later.
    hashesWaiting: 16,

    // A 5: above it, the session that was unused longest ends.
    sessionsPerAccount: 100,

    // A 5.1.
    sessionIdle: 12 * HOUR,

    // A 5.1: regardless of use.
    sessionLongest: 7 * DAY,

    // A 5.1: if the browser remembers the sign-in.
    sessionRemembered: 30 * DAY,

    // A 5: of sessions and tokens.
    lastUseWrittenEvery: MINUTE,

    // A 5.8.
    tokensPerAccount: 50,

    // A 5.8: unless it never expires.
    tokenLongest: 3650 * DAY,

    // A 5: wrong passwords before the first wait.
    failuresFree: 5,

    // A 5: doubles with each further failure.
    waitFirst: 1,

    // A 5.
    waitMostAddress: 15 * MINUTE,

    // A 5: shorter, because anybody can cause it.
    waitMostAccount: 5 * MINUTE,

    // A 5: after the last failure.
    failuresForgotten: HOUR,

    // A 5: addresses and names whose failures are remembered.
    throttledRemembered: 4096,

    // A 5: further ones are only counted.
    failuresLoggedPerMinute: 10,

    // A 5: of the secret with which a person chooses a password.
    invitationLife: 3 * DAY,

    // A 5: the latest notices, shown at the next sign-in of an account.
    noticesPerAccount: 20,
  },
  /** A 5: second factors. */
  factors: {
    // A 5.
    passkeysPerAccount: 20,
    passkeyNameCharacters: 64,
    challengeLife: 5 * MINUTE,
    challengesHeld: 1024,
    challengesPerOwner: 16,
    recoveryCodes: 10,

    // A 5: from the display of the secret to its first code.
    enrolmentLife: 10 * MINUTE,

    // A 5.
    enrolmentsHeld: 100,
  },
  /** Household rules: bounded, because each one is processed when a snapshot is compiled. */
  rules: {
    // In all scopes together: the number that the box is tested with.
    most: 20_000,

    // As much of a rule as the journal shows.
    domainCharacters: 255,

    // Addresses of a rewrite.
    exceptions: 100,
    targets: 16,

    // Record types of a rule.
    types: 32,

    // Rules created at once from pasted lines.
    linesAtOnce: 1000,

    // Unix seconds, stored in 32 bits.
    endMost: 4_294_967_295,

    // For a rule with a duration.
    lastsMost: 366 * DAY,

    // A clock that jumped ahead must not delete a rule.
    endedKept: DAY,
  },
  /** Choices of scopes about services, categories and safe search. */
  choices: {
    // In all scopes together.
    most: 20_000,
  },
  /** Upstreams of groups, ages, people and devices: the project's own numbers. */
  scopeUpstreams: {
    // Scopes with upstreams of their own; most share a few sets.
    most: 500,

    // Lines of one scope.
    lines: 64,
  },
  /** Services added by the household. */
  services: {
    // A quarter of the catalogue.
    most: 100,

    // Per service.
    domains: 200,

    // Longer than any in the catalogue.
    idCharacters: 40,

    // Like names of people and devices.
    nameCharacters: 64,

    // A 2.2: of 15 minutes each, from Monday 00:00.
    scheduleSlots: 672,
  },
  /** Temporary pauses of protection. */
  pauses: {
    // The unit of a pause.
    minutesLeast: 1,

    // A day, so that no pause is forgotten.
    minutesMost: 1440,
  },
  /** Data carried inside DNS: the project's own numbers, chosen by the tunnel scenarios. */
  tunnels: {
    // A fast tunnel is detected within seconds; pages that count visitors stay far below the weight
    // in this time.
    window: 10 * MINUTE,

    // A beacon of one query per minute adds up over hours.
    longWindow: DAY,

    // Weighted bytes in the short window: about ten full names, or 150 visitor identifiers.
    weight: 600,

    // In the long window: as many identifiers as 600 pages have.
    longWeight: 2500,

    // Minimum number of different names in the short window; fewer are a key, a challenge or a
    // mistake.
    names: 8,

    // In the long window.
    longNames: 20,

    // Bytes of a name with its domain; shorter names repeat.
    shortestName: 16,

    // Bytes below the domain; shorter parts carry at most 3 bytes.
    shortestBelow: 7,

    // Recent names, and recent labels: 512 KiB each, a day of a large household.
    remembered: 131_072,

    // Clients with domains, as for beacons (A 7.4.4).
    pairs: 4096,

    // A client with more domains evicts its own pairs.
    pairsPerClient: 256,

    // Share of the weight from which a pair is not evicted by newer ones.
    keptFrom: 0.1,

    // Detected tunnels, and allowed ones; more are a flood.
    rows: 1000,

    // Per client, so that its flood evicts only its own rows.
    rowsPerClient: 100,

    // After the last query.
    kept: 30 * DAY,

    // A tunnel detected at an address this recently is assigned to the device that is identified
    // there.
    adopted: HOUR,

    // For the time of the last query of blocked tunnels.
    seenWrittenEvery: 10 * MINUTE,
  },
  /** A 7.2.3: local records. */
  records: {
    // A 7.2.3.
    most: 1000,

    // A 7.2.3: of one type.
    perName: 100,

    // A 7.2.3: of one type, so that they fit an answer over TCP.
    bytesPerName: 16_384,

    // A 7.2.3.
    valueCharacters: 2048,
    commentCharacters: 200,
    ttlMost: 7 * DAY,

    // A 7.2.3: lines read at once.
    linesAtOnce: 1000,

    // A 7.2.3.
    lineCharacters: 4096,

    // A 7.2.3: domains that only the box answers.
    zones: 100,

    // A 7.2.3: in the answer for the name of a device.
    addressesPerDevice: 16,

    // A 7.2.3: minimum seconds between two publications of changed device names, which move with
    // their addresses within a second.
    deviceNamesEvery: 0.5,
  },
  /** A 2.8, 7.10: machines of the network. */
  machines: {
    // A 2.8: above it, machines without changes by a person are removed, those unseen longest
    // first.
    most: 10_000,

    // A 2.8: addresses whose machine is known.
    neighbours: 40_000,

    // A 2.8: after the last sighting; IPv6 devices change addresses daily.
    addressKept: 7 * DAY,

    // A 2.8: the latest addresses of one machine.
    addresses: 24,

    // A 2.8: changes of an address between two machines until it is reported.
    turnsBeforeReport: 3,

    // A 2.8: between two such changes.
    turnsWithin: 30 * MINUTE,

    // A 2.8: new machines and learned facts.
    factsWrittenEvery: 5,

    // A 2.8: times of the last sighting.
    timesWrittenEvery: MINUTE,
  },
  /** A 2.4, 4.4: people, groups and devices. */
  household: {
    // The number that the box is tested with.
    devices: 10_000,

    // The number that the box is tested with.
    people: 1000,

    // As many as people.
    groups: 200,

    // Of a person, a group or a device.
    nameCharacters: 64,

    // Of a system named by a person.
    systemCharacters: 32,
  },
  /** A 4.8: scans of the network. */
  scan: {
    // A 4.8: probed at once in one network.
    addresses: 1024,

    // A 4.8: of a larger network a part must be specified.
    largest: 65_536,

    // A 4.8: so that the kernel's neighbour table never overflows.
    perSecond: 64,

    // A 4.8: after the last address, because the kernel probes a known neighbour again only after 5
    // s.
    settleWait: 7,

    // A 4.8: after the last query of a step.
    answersWait: 3,

    // A 4.8.
    every: DAY,

    // A 4.8: after the start.
    firstLeast: 5 * MINUTE,

    // A 4.8.
    firstMost: 20 * MINUTE,

    // A 7.10.4: machines that were present are probed again.
    probeEvery: 15 * MINUTE,

    // A 4.8: of a UPnP device.
    descriptionBytes: 65_536,

    // A 4.8: read in one scan.
    descriptions: 64,
  },
  /** The first days of a box. */
  learning: {
    // From the end of the installation.
    lasts: 7 * DAY,

    // A clock that was set back by less does not end it.
    clockSlack: HOUR,

    // Devices shown with the proposals.
    shown: 1000,

    // Proposals accepted at once.
    atOnce: 2000,
  },
  lists: {
    // Rules that are not plain names, in all lists together; each takes about 500 bytes in every
    // worker.
    rules: 250_000,
    // Scopes that one list is for, and as many that it is not for.
    scopes: 100,
  },
} as const;
