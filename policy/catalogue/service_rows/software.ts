/** App stores, remote control, tools, reading. */
import { type Row, under } from "./row.ts";

/** Services of the group `software`. */
export const SOFTWARE: readonly Row[] = [
  [
    "playstore",
    "Google Play",
    "play.google.com play.googleapis.com play-fe.googleapis.com play-lh.googleusercontent.com " +
    "playstoregatewayadapter-pa.googleapis.com",
  ],
  ["app_store", "App Store", "apps.apple.com iosapps.itunes.apple.com osxapps.itunes.apple.com"],
  ["galaxy_store", "Galaxy Store", "galaxystore.samsung.com apps.samsung.com samsungapps.com"],
  [
    "microsoft_store",
    "Microsoft Store",
    "apps.microsoft.com storeedgefd.dsx.mp.microsoft.com storeedge.microsoft.com",
  ],
  ["f_droid", "F-Droid", "f-droid.org"],
  ["aptoide", "Aptoide", "aptoide.com"],
  ["apkpure", "APKPure", "apkpure.com apkpure.net winudf.com"],
  ["uptodown", "Uptodown", "uptodown.com uptodown.net"],
  ["teamviewer", "TeamViewer", "teamviewer.com dyngate.com"],
  ["anydesk", "AnyDesk", "anydesk.com"],
  ["rustdesk", "RustDesk", "rustdesk.com"],
  ["parsec", "Parsec", "parsec.app parsecgaming.com"],
  [
    "chrome_remote_desktop",
    "Chrome Remote Desktop",
    "remotedesktop.google.com remotedesktop-pa.googleapis.com",
  ],
  ["tailscale", "Tailscale", "tailscale.com tailscale.io"],
  ["zerotier", "ZeroTier", "zerotier.com"],
  ["canva", "Canva", "canva.com canva.cn canva.site"],
  ["capcut", "CapCut", "capcut.com capcutapi.com capcutstatic.com"],
  ["figma", "Figma", "figma.com figma.site"],
  ["miro", "Miro", "miro.com"],
  ["trello", "Trello", "trello.com trellocdn.com"],
  ["notion", "Notion", "notion.so notion.com notion.site notionusercontent.com"],
  ["evernote", "Evernote", "evernote.com"],
  [
    "github",
    "GitHub",
    "github.com github.io github.dev githubassets.com githubusercontent.com githubapp.com ghcr.io",
  ],
  ["gitlab", "GitLab", "gitlab.com gitlab.io gitlab.net"],
  ["stack_overflow", "Stack Overflow", "stackoverflow.com stackexchange.com sstatic.net"],
  ["deepl", "DeepL", "deepl.com"],
  ["wikipedia", "Wikipedia", "wikipedia.org wikimedia.org wikipedia.com"],
  ["wattpad", "Wattpad", "wattpad.com"],
  ["fandom", "Fandom", "fandom.com wikia.com wikia.org"],
  ["ao3", "Archive of Our Own", "archiveofourown.org"],
  ["webtoon", "WEBTOON", "webtoons.com webtoon.com"],
  [
    "brainly",
    "Brainly",
    under("brainly", "com pl in com.br co.id ro ph lat") + " nosdevoirs.fr znanija.com",
  ],
  ["chegg", "Chegg", "chegg.com"],
  ["speedtest", "Speedtest", "speedtest.net ookla.com ooklaserver.net"],
  ["binance", "Binance", "binance.com binance.us binance.info bnbstatic.com"],
  ["coinbase", "Coinbase", "coinbase.com"],
];
