/** Shops and markets. */
import { type Row, under } from "./row.ts";

/** Services of the group `shopping`. */
export const SHOPPING: readonly Row[] = [
  [
    "amazon",
    "Amazon",
    under(
      "amazon",
      "com ae ca co.jp co.uk co.za com.au com.be com.br com.mx com.tr de eg es fr ie in it nl pl sa se sg",
    ) + " media-amazon.com images-amazon.com ssl-images-amazon.com amzn.to amzn.eu",
  ],
  [
    "ebay",
    "eBay",
    under("ebay", "com at be ca ch co.uk com.au com.hk com.my com.sg de es fr ie in it nl ph pl") +
    " ebaystatic.com ebayimg.com ebaydesc.com ebayrtm.com ebaycdn.net",
  ],
  ["aliexpress", "AliExpress", under("aliexpress", "com ru us") + " aliexpress-media.com"],
  ["alibaba", "Alibaba", "alibaba.com"],
  ["taobao", "Taobao, Tmall", "taobao.com taobao.global tmall.com tmall.hk"],
  ["temu", "Temu", "temu.com temu.to kwcdn.com"],
  [
    "shein",
    "SHEIN",
    under("shein", "com co.uk com.mx com.hk se tw") + " ltwebstatic.com sheingsp.com",
  ],
  ["wish", "Wish", "wish.com contextlogic.com"],
  ["etsy", "Etsy", "etsy.com etsystatic.com etsy.me"],
  [
    "vinted",
    "Vinted",
    under("vinted", "com at be co.uk cz de dk es fi fr gr hr hu ie it lt lu nl pl pt ro se sk") +
    " vinted.net",
  ],
  ["leboncoin", "leboncoin", "leboncoin.fr"],
  ["kleinanzeigen", "Kleinanzeigen", "kleinanzeigen.de ebay-kleinanzeigen.de"],
  ["marktplaats", "Marktplaats", "marktplaats.nl marktplaats.com 2dehands.be 2ememain.be"],
  ["subito", "Subito", "subito.it"],
  ["wallapop", "Wallapop", "wallapop.com"],
  [
    "zalando",
    "Zalando",
    under("zalando", "com at be ch co.uk cz de dk es fi fr ie it nl no pl pt se") + " ztat.net",
  ],
  ["asos", "ASOS", "asos.com asos-media.com asosservices.com"],
  ["bol", "bol", "bol.com"],
  ["cdiscount", "Cdiscount", "cdiscount.com"],
  ["otto", "OTTO", "otto.de"],
  ["allegro", "Allegro", "allegro.pl allegro.com allegroimg.com allegrostatic.com"],
  ["walmart", "Walmart", "walmart.com walmart.ca walmartimages.com"],
  [
    "mercado_libre",
    "Mercado Libre",
    under("mercadolibre", "com cl co.cr com.ar com.bo com.co com.ec com.mx com.pe com.uy com.ve") +
    " mercadolivre.com.br mercadolivre.com mlstatic.com",
  ],
  [
    "shopee",
    "Shopee",
    under("shopee", "com co.id co.th com.br com.co com.my cl ph sg tw vn") +
    " shopeemobile.com susercontent.com",
  ],
  [
    "lazada",
    "Lazada",
    under("lazada", "com co.id co.th com.my com.ph sg vn") + " lazcdn.com slatic.net",
  ],
];
