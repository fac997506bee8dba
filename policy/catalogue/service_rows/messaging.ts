/** Messages, calls and meetings. */
import type { Row } from "./row.ts";

/** Services of the group `messaging`. */
export const MESSAGING: readonly Row[] = [
  ["whatsapp", "WhatsApp", "whatsapp.com whatsapp.net wa.me"],
  [
    "telegram",
    "Telegram",
    "telegram.org telegram.me telegram.dog t.me tx.me telesco.pe telegra.ph graph.org tdesktop.com cdn-telegram.org " +
    "telegram-cdn.org comments.app",
  ],
  [
    "signal",
    "Signal",
    "signal.org signal.me signal.group signal.link signal.tube whispersystems.org",
  ],
  ["messenger", "Messenger", "messenger.com m.me"],
  [
    "discord",
    "Discord",
    "discord.com discord.gg discord.media discord.gift discord.new discord.dev discordapp.com discordapp.net discordcdn.com " +
    "discordstatus.com dis.gd",
  ],
  ["viber", "Viber", "viber.com viber.io"],
  [
    "line",
    "LINE",
    "line.me line-apps.com line-scdn.net line-cdn.net line.naver.jp linecorp.com lin.ee",
  ],
  ["kakaotalk", "KakaoTalk", "kakao.com kakao.co.kr kakaocdn.net"],
  [
    "wechat",
    "WeChat",
    "wechat.com weixin.com weixin.qq.com wx.qq.com wechatapp.com servicewechat.com weixinbridge.com",
  ],
  ["qq", "QQ", "im.qq.com qun.qq.com tim.qq.com qzone.qq.com qzone.com imqq.com"],
  ["zalo", "Zalo", "zalo.me zaloapp.com zadn.vn"],
  ["imo", "imo", "imo.im"],
  ["kik", "Kik", "kik.com kik-live.com"],
  ["kook", "KOOK", "kookapp.cn kaiheila.cn"],
  ["groupme", "GroupMe", "groupme.com"],
  ["tango", "Tango", "tango.me"],
  ["threema", "Threema", "threema.ch threema.com"],
  ["wire", "Wire", "wire.com"],
  ["session", "Session", "getsession.org"],
  ["olvid", "Olvid", "olvid.io"],
  ["element", "Element (Matrix)", "element.io matrix.org"],
  [
    "slack",
    "Slack",
    "slack.com slack-edge.com slack-files.com slack-imgs.com slack-msgs.com slackb.com",
  ],
  ["teams", "Microsoft Teams", "teams.microsoft.com teams.live.com teams.cloud.microsoft"],
  ["zoom", "Zoom", "zoom.us zoom.com zoomgov.com"],
  ["google_meet", "Google Meet", "meet.google.com meet.google"],
  ["google_chat", "Google Chat", "chat.google.com"],
  ["webex", "Webex", "webex.com wbx2.com ciscospark.com"],
  ["jitsi", "Jitsi Meet", "jit.si 8x8.vc"],
  ["whereby", "Whereby", "whereby.com"],
];
