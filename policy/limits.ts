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
    addresses: 20, // A 8
    keptPerAddress: 200, // A 8
    addressCharacters: 254, // A 8
    localPartCharacters: 64, // A 8
    prefixesPerDayPerBox: 20, // A 8
    prefixesPerDayPerAddress: 100, // A 8
    retryFirst: 10 * MINUTE, // A 8
    retryLast: DAY, // A 8
    checkEvery: 7 * DAY, // A 7.3.2
    checkAfterFirstAdded: MINUTE, // A 7.3.2
    checkNowPerAddress: DAY, // A 7.3.2, 8
    checkNowApart: 30, // A 7.3.2, 8
  },
  /** A 7.3.6, 8. */
  passwordTest: {
    perWindow: 20, // A 8
    window: 10 * MINUTE, // A 8
    timeout: 10, // A 8
    answerBytes: MIB, // A 8
    answerLines: 20_000, // A 8
  },
  /** A 3.2, 7.1, 8. */
  hours: {
    permittedNames: 100, // A 8
    extraMinutes: [15, 30, 60], // A 8
    extraAheadHours: 12, // A 8
    cutBypassAskedAfter: 5 * MINUTE, // A 7.1.2
    cutBypassSilentFor: 15 * MINUTE, // A 7.1.2
    cutBypassQueries: 3, // A 7.1.2
    cutBypassStep: 5 * MINUTE, // A 7.1.2
    cutWatchedFor: DAY, // A 7.1.2
    bypassNameToldEvery: DAY, // A 7.1.2
    bypassNamesPerDay: 20, // of a device, so that a flood of names is not a flood of alerts
    modeMinutes: [30, 60, 120], // A 2.2
    morningOtherwise: 7 * HOUR, // A 2.2: after midnight, where no hours open
    answersKept: MINUTE, // A 4.2: by devices of the young, so that a cut is known soon
  },
  /** A 7.1.3, 7.1.5, 8. */
  categoryTime: {
    dailyMinutesLeast: 15, // A 8
    dailyMinutesMost: 8 * 60, // A 8
    step: 5 * MINUTE, // A 7.1.3
    stepCountsFromName: 2, // A 7.1.3
    usageKept: 7 * DAY, // A 7.1.3, 7.1.5
    spentKept: 90 * DAY, // as long as the time-spent report reaches back
  },
  /** A 7.1.4, 8. */
  timeRequests: {
    waitingPerDevice: 1, // A 8
    perDay: 6, // A 8
    messageCharacters: 200, // A 2.2: short
    waitMost: 12 * HOUR, // A 2.2: as far ahead as extra time goes
    kept: 90 * DAY, // B 4.5: as unblock requests are shown
    perMinute: 30, // of one address: a person needs fewer
  },
  /** A 2.2, 4.2. */
  vacations: {
    most: 500, // of a box: decades of school holidays
    daysMost: 366, // of one: a leap year
    daysShownAfter: 60, // of one that is over
    nameCharacters: 100, // fits one line of a page
    importAhead: 366 * DAY, // A 4.2: the coming year
    checkedEvery: 7 * DAY, // A 4.2
    answerBytes: 2 * MIB, // many times the answer of a whole country
    fileBytes: MIB, // of an .ics file
    timeout: 15, // seconds, for the whole answer
  },
  /** A 3.1, 7.2, 8. */
  restricted: {
    names: 500, // A 7.2.4, 8: per device, per group, for all objects
    learningDaysLeast: 1, // A 8
    learningDaysMost: 30, // A 8
    learningDays: 7, // A 8
    batchIds: 1000, // A 8
    noticesPerDay: 20, // A 8
    countsWrittenEvery: MINUTE, // A 7.2.7
    learningCheckedEvery: MINUTE, // A 7.2.7
    leavesGroupWithin: MINUTE, // A 7.2.6
  },
  /** A 7.1.5, 8. */
  sharedDevices: {
    people: 20, // A 8
  },
  /** A 7.4.1, 8. */
  rebinding: {
    allowed: 200, // A 8
    networksReadEvery: 10 * MINUTE, // A 7.4.1
  },
  /** A 7.4.2. */
  spyware: {
    refreshEvery: 6 * HOUR, // A 7.4.2
  },
  /** A 7.4.3. */
  remoteTools: {
    toldEvery: 30 * DAY, // A 7.4.3: once a month
  },
  /** A 7.4.4, 8. */
  beacons: {
    pairs: 4096, // A 7.4.4, 8
    questions: 24, // A 7.4.4
    over: 6 * HOUR, // A 7.4.4
    deviationPercent: 15, // A 7.4.4
    meanLeast: MINUTE, // A 7.4.4
    meanMost: 2 * HOUR, // A 7.4.4
    youngDays: 180, // A 7.4.4
  },
  /** A 7.5, 8. */
  lookalikes: {
    allowed: 200, // A 8
    visitedNames: 500, // A 7.5.1
    visitedOverDays: 30, // A 7.5.1
    visitedFirstAfter: 10, // A 7.5.1
    visitedEvery: DAY, // A 7.5.1
    typoLetters: 5, // A 7.5.3
    editLetters: 6, // A 7.5.3
    youngDays: 30, // A 7.5.5
    ageWaitMs: 1500, // A 7.5.5
    ageKept: 7 * DAY, // A 7.5.5
    ageUnknownKept: HOUR, // A 7.5.5
    ageQuestionsPerHour: 20, // A 7.5.5, 8
  },
  /** A 7.6, 8. */
  blockPage: {
    pagesPerSecond: 5, // A 7.6.7, 8
    pagesBurst: 20, // A 7.6.7, 8
    memoryNames: 8192, // A 7.6.8, 8
    memoryNamesOfDevice: 2048, // So that no device takes the pages of the others
    memoryKept: 10 * MINUTE, // A 7.6.8
    memoryNeverOutBefore: 5 * MINUTE, // A 7.6.8
    answerTtlMost: 60, // A 7.6.8
    blockedTtl: 10, // A 7.6.1
  },
  /** A 7.7, 8. */
  localAuthority: {
    years: 10, // A 7.7.1
    certificateLife: 48 * HOUR, // A 7.7.1
    certificateRemadeBeforeEnd: DAY, // A 7.7.1
    certificates: 512, // A 7.7.1, 8
    perSecond: 10, // A 7.7.1, 8
    burst: 30, // A 7.7.1, 8
  },
  /** A 7.8. */
  redirect: {
    clientKnownFor: DAY, // A 7.8
  },
  /** A 2.7, 7.9. */
  encryptedDns: {
    selfSignedYears: 2, // A 2.7
    renewBeforeEnd: 30 * DAY, // A 7.9.3
    remadeNoticeDays: 60, // A 7.9.2
  },
  /** A 7.10, 8. */
  network: {
    checkEvery: 5 * MINUTE, // A 7.10.1
    checkFirstAfter: 2 * MINUTE, // A 7.10.1
    solicitEvery: 10 * MINUTE, // A 7.10.3
    hopLimit: 255, // A 7.10.3
    announcementLeast: 30 * MINUTE, // A 7.10.3
    announcementMost: DAY, // A 7.10.3
    routers: 32, // A 7.10.3, 8
    presentWithin: 45 * MINUTE, // A 7.10.4
    silentPresentFor: HOUR, // A 7.10.4
    silentFor: DAY, // A 7.10.4
    ignoredMachines: 1024, // A 8
    dhcpRetryEvery: 10 * MINUTE, // A 7.10.5
    heardNameKept: DAY, // A 7.10.5
    toolRunsPerMinute: 30, // A 8
  },
  /** A 7.11, 8. */
  maintenance: {
    atOnce: 1, // A 8
    liveView: 5 * MINUTE, // A 7.11
  },
  /** A 7.12. */
  telemetry: {
    firstLeast: MINUTE, // A 7.12.3
    firstMost: HOUR, // A 7.12.3
    every: DAY, // A 7.12.3
    giveOrTake: HOUR, // A 7.12.3
    timeout: 15, // A 7.12.3
  },
  /** B 7.1, 8. */
  relay: {
    devices: 256, // B 8
    wifiNameBytes: 32, // B 8
    secretCharacters: 26, // B 8
    secretBits: 130, // B 8
    frameBytes: 24 * KIB, // B 7.1.3, 8
    answerBytes: 18 * KIB, // B 7.1.3
    inFlight: 256, // B 7.1.3, 8
    pingEvery: 30, // B 8
    closeWithoutPong: 75, // B 8
    reconnectFirst: 1, // B 8
    reconnectLast: 60, // B 8
    retryAfterMost: HOUR, // B 8
    fallbackAfter: 3, // B 8
  },
  /** B 7.2, 8. */
  sites: {
    perOrganisation: 50, // B 8
    nameCharacters: 64, // B 8
    joinCodeLife: DAY, // B 8
    statusEvery: 15 * MINUTE, // B 8
  },
  /** B 7.3, 8. */
  pair: {
    codeLife: 15 * MINUTE, // B 8
    codeWrongTries: 5, // B 8
    advertLeast: 1, // B 8
    advertMost: 10, // B 8
    priorityLeast: 1, // B 8
    priorityMost: 254, // B 8
    routerIdLeast: 1, // B 8
    routerIdMost: 255, // B 8
    clockDifference: 5 * MINUTE, // B 7.3.1, 8
    peerUnreachableAfter: 3 * MINUTE, // B 8
    backupEvery: MINUTE, // B 7.3.3
    preemptDelay: 30, // B 7.3.4
    healthEvery: 5, // B 7.3.4
    healthFailures: 2, // B 7.3.4
  },
  /** B 7.4, 8. */
  dlp: {
    countsKeptDays: 90, // B 8
    reportEvents: 100, // B 8
    reportDays: [1, 7, 30], // B 7.4.5
  },
  /** B 7.5, 8. */
  unblock: {
    blockedWithin: DAY, // B 7.5.1
    justificationCharacters: 280, // B 8
    waitingPerDeviceAndName: 1, // B 7.5.2, 8
    perDayPerAccount: 10, // B 7.5.2, 8
    expiry: 7 * DAY, // B 7.5.2, 8
    historyDays: 365, // B 7.5.2, 8
    ownHistoryDays: 90, // B 7.5.2
  },
  /** B 7.6. */
  logo: {
    fileBytes: 256 * KIB, // B 7.6.2
    side: 4096, // B 7.6.2
    pixels: 4_194_304, // B 7.6.2
    width: 640, // B 7.6.3
    height: 320, // B 7.6.3
    keptBytes: 512 * KIB, // B 7.6.3
  },
  /** B 7.7, 8. */
  directory: {
    importEvery: HOUR, // B 7.7.1
    requestTimeout: 30, // B 7.7.1, 8
    groupMappings: 200, // B 7.7.4, 8
  },
  /** The project's own numbers, where A 5 gives none. */
  accounts: {
    most: 500, // A 5: accounts of one box
    nameCharacters: 64, // A 5
    passwordLeast: 10, // A 5: characters
    passwordMost: 1024, // A 5: characters
    hashesAtOnce: 2, // A 5: each takes 32 MiB
    hashesWaiting: 16, // A 5: more are told to come again
    sessionsPerAccount: 100, // A 5: beyond, the one that was unused the longest ends
    sessionIdle: 12 * HOUR, // A 5.1
    sessionLongest: 7 * DAY, // A 5.1: however much it is used
    sessionRemembered: 30 * DAY, // A 5.1: where the browser was told to remember it
    lastUseWrittenEvery: MINUTE, // A 5: of sessions and tokens
    tokensPerAccount: 50, // A 5.8
    tokenLongest: 3650 * DAY, // A 5.8: unless it never expires
    failuresFree: 5, // A 5: wrong passwords before the first wait
    waitFirst: 1, // A 5: doubles with each further failure
    waitMostAddress: 15 * MINUTE, // A 5
    waitMostAccount: 5 * MINUTE, // A 5: shorter, as anybody can cause it
    failuresForgotten: HOUR, // A 5: after the last
    throttledRemembered: 4096, // A 5: addresses, and names, that failures are remembered of
    failuresLoggedPerMinute: 10, // A 5: the others are counted
    invitationLife: 3 * DAY, // A 5: of the secret by which a person chooses their password
    noticesPerAccount: 20, // A 5: what an account is told at its next sign-in, the latest
  },
  /** A 5: second factors. */
  factors: {
    passkeysPerAccount: 20, // A 5
    passkeyNameCharacters: 64, // A 5
    challengeLife: 5 * MINUTE, // A 5
    challengesHeld: 1024, // A 5
    challengesPerOwner: 16, // A 5
    recoveryCodes: 10, // A 5
    enrolmentLife: 10 * MINUTE, // A 5: from the secret shown to its first code
    enrolmentsHeld: 100, // A 5
  },
  /** Household rules: bounded, because each one is processed when a snapshot is compiled. */
  rules: {
    most: 2000, // of all scopes together
    domainCharacters: 255, // as much of a rule as the journal shows
    targets: 16, // addresses of a rewrite
    types: 32, // record types of a rule
    linesAtOnce: 1000, // rules that are written at once from pasted lines
    endMost: 4_294_967_295, // Unix seconds, kept in 32 bits
    lastsMost: 366 * DAY, // of a rule that is given by how long it holds
    endedKept: DAY, // a clock that jumped ahead must not lose a rule
  },
  /** Choices of scopes about services, categories and safe search. */
  choices: {
    most: 20_000, // of all scopes together
  },
  /** Services added by the household. */
  services: {
    most: 100, // a quarter of the catalogue
    domains: 200, // of one service
    idCharacters: 40, // longer than any of the catalogue
    nameCharacters: 64, // as names of people and devices
    scheduleSlots: 672, // A 2.2: of 15 minutes, from Monday 00:00
  },
  /** Temporary pauses of protection. */
  pauses: {
    minutesLeast: 1, // the unit of a pause
    minutesMost: 1440, // a day, so that nobody forgets it
  },
  /** Data carried inside DNS: the project's own numbers, chosen by the tunnel scenarios. */
  tunnels: {
    window: 10 * MINUTE, // what hurries is seen within seconds; pages that count visitors stay far below in such a time
    longWindow: DAY, // a beacon of one query a minute adds up over hours
    weight: 600, // weighed bytes of the short window: about ten full names, or a hundred and fifty identifiers of visitors
    longWeight: 2500, // of the long window: as many identifiers as six hundred pages have
    names: 8, // different names at least in the short window: fewer are a key, a challenge or a mistake
    longNames: 20, // in the long window
    shortestName: 16, // bytes of a name with its domain: shorter ones are met again and again
    shortestBelow: 7, // bytes below the domain: what is shorter carries 3 bytes at most
    remembered: 131_072, // names, and labels, met of late: 512 KiB each, a day of a large household
    pairs: 4096, // clients with domains, as for beacons (A 7.4.4)
    pairsPerClient: 256, // a client that asks below more domains gives up its own
    keptFrom: 0.1, // share of the weight from which on a pair is not given up to newer ones
    rows: 1000, // tunnels kept, and allowed ones: what is more is a flood
    rowsPerClient: 100, // of one client, so that its flood pushes out its own
    kept: 30 * DAY, // after it was last asked for
    adopted: HOUR, // what was caught at an address so lately goes to the device that turns out to sit there
    seenWrittenEvery: 10 * MINUTE, // when those that are blocked were last asked for
  },
  /** A 7.2.3: local records. */
  records: {
    most: 1000, // A 7.2.3
    perName: 100, // A 7.2.3: of one type
    bytesPerName: 16_384, // A 7.2.3: of one type, so that they fit an answer over TCP
    valueCharacters: 2048, // A 7.2.3
    commentCharacters: 200, // A 7.2.3
    ttlMost: 7 * DAY, // A 7.2.3
    linesAtOnce: 1000, // A 7.2.3: lines that are read at once
    lineCharacters: 4096, // A 7.2.3
    zones: 100, // A 7.2.3: domains that the box answers alone
    addressesPerDevice: 16, // A 7.2.3: that the name of a device is answered with
    deviceNamesEvery: 5, // A 7.2.3: names of devices that changed are published so often at most
  },
  /** A 2.8, 7.10: machines of the network. */
  machines: {
    most: 10_000, // A 2.8: those unseen for longest that nobody touched give way
    neighbours: 40_000, // A 2.8: addresses whose machine is known
    addressKept: 7 * DAY, // A 2.8: after it was last heard of; IPv6 devices leave theirs every day
    addresses: 24, // A 2.8: of one machine, those seen last
    turnsTold: 3, // A 2.8: times that two machines take an address from each other before it is told
    turnsWithin: 30 * MINUTE, // A 2.8: from one turn to the next
    factsWrittenEvery: 5, // A 2.8: new machines and what was learned
    timesWrittenEvery: MINUTE, // A 2.8: when they were seen
  },
  /** A 2.4, 4.4: people, groups and devices. */
  household: {
    devices: 10_000, // that the box is measured with
    people: 200, // a small company
    groups: 200, // as many as people
    nameCharacters: 64, // of a person, a group or a device
    systemCharacters: 32, // of a system in one's own words
  },
  /** A 4.8: scans of the network. */
  scan: {
    addresses: 1024, // A 4.8: asked at once, of one network
    largest: 65_536, // A 4.8: of a larger network a part must be named
    perSecond: 64, // A 4.8: so that the kernel's table of neighbours is never filled
    settleWait: 7, // A 4.8: after the last address, since the kernel asks a neighbour that it knows again after 5 s only
    answersWait: 3, // A 4.8: after the last question of a step
    every: DAY, // A 4.8
    firstLeast: 5 * MINUTE, // A 4.8: after the start
    firstMost: 20 * MINUTE, // A 4.8
    pokeEvery: 15 * MINUTE, // A 7.10.4: machines that were present are asked whether they still are
    descriptionBytes: 65_536, // A 4.8: of a UPnP device
    descriptions: 64, // A 4.8: read in one scan
  },
  /** The first days of a box. */
  learning: {
    lasts: 7 * DAY, // from the end of the installation
    clockSlack: HOUR, // a clock that was set back by less does not end it
    shown: 1000, // devices that are shown with the proposals
    atOnce: 2000, // proposals that are chosen at once
  },
  lists: {
    rules: 250_000, // rules that are no plain names, of all lists together: each costs about 500 bytes in every worker
  },
} as const;
