/**
 * Passwords that attackers try first: the most common of published leaks with at least ten
 * characters, and common base words.
 */

/** Whole passwords, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `0123456789 1234567890 0987654321 9876543210 1234512345 1231231234 12345678910 123456789a 123456789q 1234567891
1234567899 123456789z 12345qwert 123123123123 1122334455 1029384756 1357924680 0147258369 147258369a 1472583690
1111111111 0000000000 1212121212 1010101010 123321123321 987654321a a123456789 a1234567890 q123456789 abc1234567
abc123456789 abcd123456 abcdef12345 abcdefghij abcdefghijk abcdefghijkl aaaaaaaaaa asdfghjkl1 asdfghjkl123 asdfghjklqwerty
asdf1234asdf asdfasdfasdf zxcvbnm123 zxcvbnm1234 zxcvbnmasdfghjkl qazwsxedcrfv qazwsxedc1 qazwsxedc123 1qazxsw23edc
1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 zaq1zaq1zaq1 qwertyuiop qwertyuiop1 qwertyuiop12 qwertyuiop123
qwertyuiopasdfghjkl qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwe123qwe123 qweasdzxc123 qweasdzxc1
qweqweqweqwe q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i9o0p azertyuiop
azertyuiop123 qwertzuiop qwertzuiop123 password12 password123 password1234 password12345 password123456 passw0rd123
p@ssw0rd123 p@ssword123 passwordpassword mypassword mypassword1 newpassword administrator administrateur administrador
adminadmin admin12345 admin123456 admin123admin adminpassword rootpassword root123456 changeme123 changemenow
letmein123 letmein1234 letmeinplease iloveyou12 iloveyou123 iloveyou1234 iloveyouforever iloveyousomuch iloveyoubaby
ihateyou123 fuckyou123 fuckyou1234 welcome123 welcome1234 welcome12345 sunshine123 princess123 football123 baseball123
basketball superman123 batman1234 spiderman123 pokemon123 minecraft123 starwars123 chocolate1 chocolate123 butterfly1
butterfly123 michael123 jordan2323 charlie123 monkey1234 dragon1234 shadow1234 master1234 mustang123 liverpool1
liverpool123 manchester manchester1 barcelona1 barcelona10 realmadrid1 realmadrid7 juventus1897 vfbstuttgart bayernmunich
bayern1900 motdepasse motdepasse1 motdepasse123 contrasena contrasenia contraseña123 passwort123 passwort1234
passwort12345 wachtwoord wachtwoord1 wachtwoord123 geheim1234 hallo12345 hallo123456 schatz1234 sommer2023 sommer2024
bonjour123 jetaime123 doudou1234 chouchou12 loulou1234 marseille13 olympique13 teamo12345 tequiero123 teamomucho
parola1234 ciaociao123 forzajuve1 forzainter senha12345 senha123456 brasil1234 flamengo12 benfica1904 internet123
computer123 samsung123 facebook123 google1234 windows123 microsoft1 raspberrypi raspberry1 raspberry123 raspbianpi
pihole1234 piholepihole adguard123 homeassistant router1234 wireless123 network123 homenetwork mywifipassword wifipassword
defaultpassword default1234 guestguest guest12345 testtest12 testtest123 test123456 test123456789 user123456 temp123456
temporary123 secret1234 secretsecret correcthorsebatterystaple trustno1trustno1 whatever123
blink182blink starwars1977 onetwothree onetwothreefour godisgood1 jesuschrist jesus12345 blessed123 thisisapassword
thisismypassword ilovemyfamily mynameisbond opensesame openthedoor lovelovelove hellohello hello12345 hello123456
helloworld helloworld1 helloworld123`.split(/\s+/).filter((word) => word.length >= 10),
);

/** Words that make no password even with digits and signs around them: `Welcome2024!!`. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort motdepasse wachtwoord contrasena contraseña senha parola passw0rd p@ssword p@ssw0rd pass admin
administrator administrateur root user guest test welcome willkommen bienvenue bienvenido benvenuto bemvindo welkom
qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx letmein changeme secret geheim default
iloveyou jetaime tequiero teamo tiamo hello hallo hola ciao bonjour summer sommer spring winter autumn herbst monday
football fussball futbol calcio princess sunshine dragon monkey master superman batman family familie famille internet
computer router wireless network raspberry raspberrypi pihole adguard box dns`.split(/\s+/),
);
