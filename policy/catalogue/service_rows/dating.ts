/** Dating and adult services. */
import { type Row, under } from "./row.ts";

/** Services of the group `dating` in the category of that name. */
export const DATING: readonly Row[] = [
  ["tinder", "Tinder", "tinder.com gotinder.com tindersparks.com"],
  ["bumble", "Bumble", "bumble.com"],
  ["badoo", "Badoo", "badoo.com badoocdn.com"],
  ["grindr", "Grindr", "grindr.com grindr.io grindr.mobi"],
  ["hinge", "Hinge", "hinge.co hingeaws.net"],
  ["okcupid", "OkCupid", "okcupid.com okccdn.com"],
  ["plenty_of_fish", "Plenty of Fish", "pof.com plentyoffish.com"],
  ["match", "Match", "match.com"],
  ["meetic", "Meetic", under("meetic", "com fr es it be ch")],
  ["happn", "happn", "happn.com happn.fr"],
  ["lovoo", "LOVOO", "lovoo.com lovoo.net"],
  ["parship", "Parship", under("parship", "com de at ch nl")],
  ["adopte", "adopte", "adopteunmec.com adopte.app"],
  ["fruitz", "Fruitz", "fruitz.io"],
  ["feeld", "Feeld", "feeld.co"],
  ["ome_tv", "OmeTV", "ome.tv"],
  ["chatroulette", "Chatroulette", "chatroulette.com"],
  ["tantan", "Tantan", "tantanapp.com"],
];

/** Services of the group `dating` in the category `adult`. */
export const ADULT: readonly Row[] = [
  ["onlyfans", "OnlyFans", "onlyfans.com"],
  ["fansly", "Fansly", "fansly.com"],
  ["pornhub", "Pornhub", "pornhub.com pornhub.org pornhubpremium.com phncdn.com"],
  ["xvideos", "XVideos", "xvideos.com xvideos-cdn.com xvideos.es xvideos.red"],
  ["xhamster", "xHamster", "xhamster.com xhamster.desi xhamsterlive.com xhcdn.com"],
  ["chaturbate", "Chaturbate", "chaturbate.com highwebmedia.com"],
];
