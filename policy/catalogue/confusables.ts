/**
 * Letters that look like ASCII letters and digits, after NFKD and without marks, by what they look
 * like (UTS #39, data of Unicode, licence Unicode-3.0). Written by packaging/confusables.ts.
 */
const READINGS = `
-: 2d7 6d4 2010 2012 2013 2043 2212 2238 2796 2a29 2a2a 2e1a
10: 23e8
2: 1bb 14bf a6ef
3: 118ca 16f3b 1d206
6: 431 118d5
7: 118c6 1d212
8: 223 9ea a6a b03 1031a 1e8cb
9: 9ed a67 b68 d6d 118cc 118d6
a: 251 3b1 430 15c5 2376 237a a4ee 102a0 16f40
aa: a733
ae: e6 4d5
ao: a735
ar: 1f707
au: a737
av: a739 a73b
ay: a73d
b: 180 183 253 432 463 48d 1472 1473 15af 15f7 a4d0 10282 102a1 10301
c: a2 23c 441 4ab 1d04 20a1 2ca5 a4da abaf 102a2 10302 1043d 1051c 118e9 118f2 1f16e 1f74c
d: 111 18c 256 257 501 146f 15de 15ea 20ab a4d2 a4d3
dz: 2a3
e: 247 3b5 435 4bd 4bf 212e 22ff 2d39 a4f0 ab32 10286
f: 192 584 15b4 1d6e 1e9d a4dd a799 ab35 10287 102a5 10525 118c2 1d213
g: 18d 1e5 260 261 262 581 1d83 a4d6
h: 127 266 43d 45b 4bb 570 157c a4e7 a695 102cf
i: 131 268 269 26a 3b9 456 1d7b 1d7c 2373 2378 a647 ab75 118c3
j: 249 3f3 458 148d a4d9
k: 199 3ba 43a 16d5 20ad a4d7 10518
l: 142 19a 1c0 26b 26d 29f 4cf 5c0 5d5 5df 627 661 673 6f1 7ca 14aa 16c1 2223 23fd 2d4f a4e1 a4f2
  1028a 10309 10320 10526 16f16 16f28 1d22a 1e8c7
ll: 1c1 5f0 2016 2225 10199
lls: 10198
ls: 2aa
lt: 20b6
lz: 2ab
m: 43c 15f0 16d6 a4df 102b0 10311
mb: 1f76b
n: 19e 273 3b7 43f 578 57c 1d70 a4e0 1018e 10513
o: f8 275 3b8 3bf 3c3 43e 473 4e9 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 7c0 966 9e6 a66 ae6 b20 b66
  be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 1010 101d 1040 10ff 12d0 1d0f 1d11 2296 229d 236c
  2c9f 2d31 2d41 2d54 3007 a4f3 a74b ab3d ab3e ab74 ab8e abbb 10292 102ab 1042c 104ea 10516 114d0
  118c8 118d7 118e0 1d21a 1f714
oe: 153
oo: 221e a699 a74f
p: 1a5 3c1 440 146d 1d7d 2374 2ca3 a4d1 10295
q: 2a0 51b 563 566 2d55
qe: 1f700
r: 24d 27c 27d 433 493 1587 1d26 1d72 2c85 a4e3 ab47 ab48 ab81 16f35 1d216
rn: 271 1d6f 20a5 11700 118e3
s: 1bd 282 455 1d74 a4e2 a731 abaa 10296 10448 118c1 16f3a
ss: df
sss: 1f75c
t: 167 1ad 3c4 442 1d75 20ae 22a4 2361 27d9 a4d4 10297 102b1 10315 16f0a 1f768
tf: a777
ts: 2a6
u: 28b 3c5 57d 1200 144c 1d1c 1d7e 222a 22c3 a4f4 a79f ab4e ab52 ab9c 104f6 118d8 16f42
ue: 1d6b
uo: ab63
v: 3bd 475 5d8 667 6f7 142f 1d20 2228 22c1 2d38 a4e6 a6df aba9 10197 1051d 11706 118c0 16f08
  1d20d 1f708
vb: 1f76c
w: 26f 3c9 461 47d 51d 561 1d21 20a9 a4ea a761 ab83 114c5 1170a 1170e 1170f 118e6 118ef
x: d7 445 1541 157d 166d 166e 16b7 2573 292b 292c 2a2f 2a30 2d5d a4eb 10196 10290 102b4 10317
  10322 10527 118ec
y: a5 1b4 24f 263 28f 3b3 443 4af 4b1 10e7 1d8c 1eff a4ec ab5a 102b2 118dc 16f43
z: 1b6 225 290 1d22 1d76 a4dc ab93 102f5 118c4 118e5
`;

/** What a code point looks like, in ASCII; absent = like nothing in ASCII. */
export const CONFUSABLES: ReadonlyMap<number, string> = new Map(
  READINGS.trim().split(/\n(?! )/).flatMap((line) => {
    const [reading, codes] = line.split(": ");
    return codes.split(/\s+/).map((code): [number, string] => [parseInt(code, 16), reading]);
  }),
);
