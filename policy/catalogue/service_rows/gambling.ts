/** Bets, casinos, poker, lotteries. */
import { type Row, under } from "./row.ts";

/** Services of the group `gambling`. */
export const GAMBLING: readonly Row[] = [
  ["bet365", "bet365", under("bet365", "com es it dk gr ca mx nl")],
  ["betano", "Betano", under("betano", "com de pt ro bg cz bet.br")],
  ["betclic", "Betclic", under("betclic", "com fr pt pl it")],
  ["betfair", "Betfair", under("betfair", "com es it ro bet.br") + " cdnbf.net"],
  ["betway", "Betway", under("betway", "com es de be")],
  ["blaze", "Blaze", "blaze.com blaze.bet.br"],
  ["bwin", "bwin", under("bwin", "com fr de es it pt be gr")],
  ["draftkings", "DraftKings", "draftkings.com"],
  ["fanduel", "FanDuel", "fanduel.com"],
  ["fdj", "FDJ", "fdj.fr"],
  ["kalshi", "Kalshi", "kalshi.com"],
  ["lottomatica", "Lottomatica", "lottomatica.it"],
  ["pmu", "PMU", "pmu.fr"],
  ["pokerstars", "PokerStars", under("pokerstars", "com net eu fr es it de")],
  ["polymarket", "Polymarket", "polymarket.com"],
  ["roobet", "Roobet", "roobet.com"],
  ["sisal", "Sisal", "sisal.it"],
  ["snai", "SNAI", "snai.it"],
  ["stake", "Stake", "stake.com stake.us stake.bet.br"],
  ["tipico", "Tipico", "tipico.com tipico.de"],
  ["toto", "TOTO", "toto.nl"],
  ["unibet", "Unibet", under("unibet", "com fr be nl it ro se dk co.uk")],
  ["william_hill", "William Hill", under("williamhill", "com es it")],
  ["winamax", "Winamax", under("winamax", "fr com es de")],
  ["xbet", "1xBet", "1xbet.com"],
];
