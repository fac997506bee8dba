/** Social networks, forums, picture sharing. */
import { type Row, under } from "./row.ts";

/** Services of the group `social`. */
export const SOCIAL: readonly Row[] = [
  [
    "facebook",
    "Facebook",
    "facebook.com facebook.net fb.com fb.gg fb.me fb.watch fbcdn.net fbcdn.com fbsbx.com tfbnw.net",
  ],
  ["instagram", "Instagram", "instagram.com cdninstagram.com instagr.am ig.me"],
  ["threads", "Threads", "threads.net threads.com"],
  [
    "tiktok",
    "TikTok",
    "tiktok.com tiktokv.com tiktokv.us tiktokv.eu tiktokcdn.com tiktokcdn-us.com tiktokcdn-eu.com tiktokcdn-in.com " +
    "tiktokeu-cdn.com tiktokrow-cdn.com tiktokw.us tiktokw.eu tiktokd.org ttwstatic.com ttlivecdn.com muscdn.com musical.ly",
  ],
  [
    "snapchat",
    "Snapchat",
    "snapchat.com snap-dev.net snapads.com sc-cdn.net sc-static.net sc-gw.com sc-jpl.com sc-prod.net feelinsonice.com " +
    "snap-storage-py.appspot.com feelinsonice-hrd.appspot.com",
  ],
  ["twitter", "X (Twitter)", "x.com twitter.com twimg.com t.co twitpic.com pscp.tv periscope.tv"],
  [
    "reddit",
    "Reddit",
    "reddit.com redd.it redditmedia.com redditstatic.com redditinc.com reddit.app.link",
  ],
  [
    "pinterest",
    "Pinterest",
    under(
      "pinterest",
      "com at ca ch cl co.kr co.uk com.au com.mx de dk es fr ie info it jp nz ph pt ru se",
    ) + " pinimg.com pin.it",
  ],
  ["linkedin", "LinkedIn", "linkedin.com licdn.com lnkd.in linkedin.cn"],
  ["tumblr", "Tumblr", "tumblr.com tmblr.co"],
  ["bluesky", "Bluesky", "bsky.app bsky.social bsky.network blueskyweb.xyz"],
  [
    "mastodon",
    "Mastodon",
    "joinmastodon.org mastodon.social mastodon.online mastodon.world mastodon.cloud mstdn.social mstdn.jp mas.to pawoo.net " +
    "techhub.social hachyderm.io fosstodon.org infosec.exchange troet.cafe piaille.fr framapiaf.org",
  ],
  ["truth_social", "Truth Social", "truthsocial.com"],
  ["nextdoor", "Nextdoor", under("nextdoor", "com co.uk de fr nl it es ca com.au")],
  ["quora", "Quora", "quora.com quoracdn.net"],
  ["4chan", "4chan", "4chan.org 4channel.org 4cdn.org"],
  ["9gag", "9GAG", "9gag.com 9cache.com"],
  ["imgur", "Imgur", "imgur.com imgur.io"],
  ["flickr", "Flickr", "flickr.com staticflickr.com flic.kr"],
  ["500px", "500px", "500px.com 500px.org 500px.me"],
  ["bereal", "BeReal", "bereal.com bere.al"],
  ["yubo", "Yubo", "yubo.live yellw.co"],
  ["wizz", "Wizz", "wizzapp.com"],
  ["locket", "Locket", "locketcamera.com"],
  ["ngl", "NGL", "ngl.link"],
  ["lemon8", "Lemon8", "lemon8-app.com"],
  ["likee", "Likee", "likee.video like.video"],
  [
    "kwai",
    "Kwai",
    "kwai.com kwai.net kwai-pro.com kuaishou.com gifshow.com ksapisrv.com yximgs.com",
  ],
  ["bigo_live", "BIGO LIVE", "bigo.tv bigo.sg bigolive.tv"],
  ["clubhouse", "Clubhouse", "clubhouse.com joinclubhouse.com clubhouseapi.com"],
  ["amino", "Amino", "aminoapps.com narvii.com"],
  [
    "vk",
    "VK",
    "vk.com vk.ru vk.me vk.cc vkontakte.ru userapi.com vkuser.net vkuseraudio.net vkuservideo.net vk-cdn.net vkvideo.ru",
  ],
  ["ok", "OK.ru", "ok.ru odnoklassniki.ru okcdn.ru mycdn.me"],
  ["weibo", "Weibo", "weibo.com weibo.cn weibocdn.com"],
  ["xiaohongshu", "RedNote (Xiaohongshu)", "xiaohongshu.com xhscdn.com xhslink.com rednote.com"],
  ["zhihu", "Zhihu", "zhihu.com zhimg.com"],
  ["douban", "Douban", "douban.com doubanio.com"],
  ["coolapk", "Coolapk", "coolapk.com"],
  ["patreon", "Patreon", "patreon.com patreonusercontent.com"],
];
