/** Games, their stores and networks. */
import { type Row, under } from "./row.ts";

/** Services of the group `games`. */
export const GAMES: readonly Row[] = [
  [
    "steam",
    "Steam",
    "steampowered.com steamcommunity.com steamstatic.com steamcontent.com steamusercontent.com steamserver.net steamgames.com " +
    "steam-chat.com steam.tv s.team steamcdn-a.akamaihd.net steamcommunity-a.akamaihd.net steamstore-a.akamaihd.net " +
    "steamuserimages-a.akamaihd.net",
  ],
  [
    "epic_games",
    "Epic Games (Fortnite)",
    "epicgames.com epicgames.dev epicgamescdn.com fortnite.com unrealengine.com",
  ],
  ["roblox", "Roblox", "roblox.com rbxcdn.com rbx.com robloxlabs.com"],
  [
    "minecraft",
    "Minecraft",
    "minecraft.net mojang.com minecraftservices.com minecraft-services.net",
  ],
  ["xboxlive", "Xbox", "xbox.com xboxlive.com xboxservices.com gamepass.com"],
  ["playstation", "PlayStation", "playstation.com playstation.net sonyentertainmentnetwork.com"],
  [
    "nintendo",
    "Nintendo",
    "nintendo.com nintendo.net nintendo.co.jp nintendo-europe.com nintendowifi.net nintendo.co.uk nintendo.de nintendo.fr",
  ],
  ["battle_net", "Battle.net", "battle.net battlenet.com.cn"],
  [
    "blizzard_entertainment",
    "Blizzard",
    "blizzard.com blizzard.cn worldofwarcraft.com playoverwatch.com starcraft2.com playhearthstone.com",
  ],
  [
    "activision_blizzard",
    "Activision (Call of Duty)",
    "activision.com callofduty.com demonware.net",
  ],
  ["electronic_arts", "EA (FC, Apex)", "ea.com eamobile.com tnt-ea.com easports.com"],
  ["origin", "Origin", "origin.com"],
  ["ubisoft", "Ubisoft", "ubisoft.com ubi.com uplay.com ubisoftconnect.com"],
  ["rockstar_games", "Rockstar (GTA)", "rockstargames.com rsg.sc"],
  ["riot_games", "Riot Games", "riotgames.com riotcdn.net"],
  [
    "leagueoflegends",
    "League of Legends",
    "leagueoflegends.com lolesports.com lolstatic.com lolusercontent.com pvp.net",
  ],
  ["valorant", "VALORANT", "playvalorant.com valorantesports.com"],
  [
    "wargaming",
    "Wargaming",
    "wargaming.net wgcdn.co worldoftanks.com worldoftanks.eu worldoftanks.asia worldofwarships.com worldofwarships.eu",
  ],
  ["gog", "GOG", "gog.com gog-statics.com"],
  [
    "supercell",
    "Supercell (Brawl Stars)",
    "supercell.com supercellgames.com clashofclans.com clashroyale.com clashroyaleapp.com brawlstars.com brawlstarsgame.com",
  ],
  ["king", "King (Candy Crush)", "king.com candycrushsaga.com"],
  ["zynga", "Zynga", "zynga.com"],
  ["hoyoverse", "HoYoverse (Genshin)", "hoyoverse.com hoyolab.com mihoyo.com yuanshen.com"],
  ["pokemon_go", "Pokémon GO (Niantic)", "pokemongolive.com pokemongo.com nianticlabs.com"],
  ["pubg", "PUBG", "pubg.com pubgmobile.com krafton.com"],
  ["free_fire", "Free Fire (Garena)", "garena.com freefiremobile.com"],
  ["geforce_now", "GeForce NOW", "geforcenow.com nvidiagrid.net"],
  ["meta_quest", "Meta Quest", "oculus.com oculuscdn.com"],
  ["faceit", "FACEIT", "faceit.com faceit-cdn.net"],
  ["itch_io", "itch.io", "itch.io itch.zone"],
  ["game_jolt", "Game Jolt", "gamejolt.com gamejolt.net"],
  ["chess_com", "Chess.com", "chess.com chesscomfiles.com"],
  ["lichess", "Lichess", "lichess.org lichess1.org"],
  ["poki", "Poki", "poki.com poki.io poki-cdn.com poki-gdn.com " + under("poki", "de fr nl it pt")],
  ["crazygames", "CrazyGames", "crazygames.com crazygames.fr 1001juegos.com"],
  ["coolmath_games", "Coolmath Games", "coolmathgames.com"],
  ["friv", "Friv", "friv.com"],
  ["y8", "Y8", "y8.com"],
];
