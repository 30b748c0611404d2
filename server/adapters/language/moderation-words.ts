// The texts that are rejected without a moderation server, as data: patterns by category, and harmless phrases that would match.
// Everything is matched against lower-case text with single spaces (see moderate-by-rules.ts). Each entry is part of a regular expression.

import type { RefusedCategory } from '../../domain/generation/engine/language.ts'

const nakedAnimal =
  '(?:caracol(?:es)?|babosas?|gat[oa]s?|perr[oa]s?|rata topo|lumac(?:a|he)|limacci?a|gatt[oiae]|can[ei]|talpa|limaces?|escargots?|chats?|chiens?|rat taupe|sphynx)'

/** Removed from the text before matching. */
export const harmlessPhrases: readonly string[] = [
  'nude (?:colou?rs?|colou?red|tones?|shades?|beige|pink|lipstick|palette|matte|finish|filament|pla)',
  '(?:matte|colou?r|shade of|in) nude',
  'naked (?:eye|cake|bike|juice|mole rat|wire)',
  'gun ?metal(?: gr[ea]y)?',
  '(?:glue|nail|heat|staple|caulk(?:ing)?|grease|spray|paint|massage|soldering|label|price|tattoo|bubble|water|squirt|toy|nerf|airsoft|paintball|rivet|dart|radar|laser|ray|portal|gravity|rubber band|confetti|foam|air blow|blow|pop|cap|prop|cosplay|lego|star wars) (?:machine )?(?:gun|pistol|rifle|blaster)s?',
  '(?:exhaust|intake|compressor|air|pneumatic|engine|fan|drain|door|hvac|vacuum) (?:silencer|suppressor)s?',
  '(?:silencer|muffler) for (?:an? |the |my )?(?:fan|compressor|exhaust|pump|vacuum|drone|pc)',
  '(?:spark|surge|noise|flame|arc|voltage|foam) suppressor',
  '(?:bath|cherry|seed|cocoa|hot chocolate|photo|glitter|calorie) bombs?',
  '(?:grease|spoke|pipe|hose|brass|bottle|water|drinking|feeding|zerk) nipples?|nipple (?:driver|drinker|key|wrench|adapter|thread)s?',
  '(?:blue|great|coal|marsh|long tailed) tits?|pussy ?(?:willow|cat)s?|moby dick|dick (?:tracy|grayson)|k dick',
  '(?:concrete|haptic|phone) vibrators?|gore ?tex|al gore|rape ?seed',
  '(?:cartoon|mario|bomberman|minecraft|water) bombs?|bomb (?:disposal|shelter)',
  'sex (?:bolt|chromosome|determination)s?',
  'cock(?:atoo|atiel|pit|tail|roach|erel|er spaniel)',
  'weather ?cock|peacock|stop ?cock|cock ?pit',
  'breast (?:pump|milk|plate|feeding|pocket|stroke|bone|drill|wall|cancer(?: ribbon)?)s?|chicken breasts?|double breasted|red breast(?:ed)?',
  'anal(?:og|ogue|ysis|yst|yzer|yser)',
  '(?:hindu|buddhist|jain) swastika',
  'anti[ -]?nazi|grammar nazi',
  'kill (?:switch|a watt)|buzz ?kill|road ?kill',
  'blood (?:orange|pressure|sugar|glucose|moon|hound|type|donation|sample|vessel|cell)s?|blood ?hound',
  'torture test|benchy torture test',
  '(?:bar|kitchen|cookie|pasta) massacre',
  'anatomical(?:ly)?(?: correct)? (?:skull|heart|skeleton|hand|brain|model)',
  'child(?:proof|safe| safety| seat| lock)',
  '(?:revolver|pistol|gun|rifle|grenade)(?: chamber| barrel| magazine)? shaped (?:pen|pencil|toothpick|candle|bottle|perfume|usb|lamp|mug|ice|soap|key)\\w*(?: \\w+)?',
  // German
  'nackt(?:schnecken?|mulle?)|nackte[rsn]? (?:wand|wande|tatsachen?|zahlen?|draht|kabel)',
  '(?:wasser|spielzeug|klebe|heissklebe|nagel|sprueh|spruh|lackier|spritz)pistolen?',
  '(?:auspuff|motor|kompressor|luft|auto|motorrad) ?schalldampfer|schalldampfer (?:fur|zum|vom|am) (?:\\w+ )?(?:auspuff|kompressor|motor\\w*|auto|lufter|pumpe|motorrad)',
  'bombenstimmung|badebomben?|samenbomben?|(?:hahnchen|huhner|puten|enten)brust\\w*',
  // French
  'pistolets? (?:a|de) (?:colle|peinture|eau|clous|massage|silicone|graisse|billes en mousse)|(?:oeil|fil|pieds|mains?) nue?s?',
  'bombes? (?:de|a) (?:bain|peinture|graines|laque|chantilly)|silencieux (?:de|d|pour) (?:\\w+ ){0,2}(?:echappement|compresseur|moto|voiture|pompe)',
  // Spanish and Italian
  `${nakedAnimal} (?:desnud[oa]|nud[oa]|nue?)s?`,
  'pistolas? (?:de|a|ad|per) (?:agua|acqua|silicona|colla|pintura|pegamento|juguete|vernice|masaje|calor|grasa|clavos|spruzzo)|pistola giocattolo',
  '(?:silenciador|silenziatore) (?:de|del|di|per|para) (?:\\w+ )?(?:escape|moto|coche|compresor|scarico|compressore|marmitta)',
  '(?:pared|cable|hilo|roca|ojo|arbol|torso de roca|parete|filo|occhio) (?:desnud[oa]|nud[oa])|nudos? (?:marinero|marinaro|de pescador|celta)s?',
]

/** Words for a young person. Together with anything sexual, the category is `minors`. */
export const minorWords =
  '(?:child|children|kids?|minors?|toddlers?|infants?|bab(?:y|ies)|teens?|teenagers?|teenaged?|under ?aged?|school ?(?:girl|boy)s?|pre ?teens?|young (?:girl|boy)s?|little (?:girl|boy)s?|lolis?|lolicon|shotas?|kind(?:er|es|ern)?|madchen|jugendliche[rn]?|minderjahrige[rn]?|kleine[rsn]? junge[n]?|enfants?|fillettes?|petite?s? (?:fille|garcon)s?|mineure?s?|adolescente?s?|bebes?|nin[oa]s?|menor(?:es)? de edad|bambin[oaie]|minorenn[ei]|ragazzin[oaie]|neonat[oaie]|(?:[3-9]|1[0-7]) ?(?:years?|yrs?|yo|y o|jahre?|jahrige[rsn]?|ans|anos|anni)(?: ?old)?)'

/** Words that are harmless alone and rejected in a text about young people. */
export const suggestiveWords: readonly string[] = [
  'sex(?:y|ier|iest)|seductive\\w*|seducing|sensual\\w*|provocative\\w*|lewd|kinky|horny|naughty|lingerie|pin ?ups?|stripper|strip ?tease|thong|twerking|spread legs',
  'verfuhrerisch\\w*|aufreizend\\w*|reizwasche|unterwasche|sensuelle?s?|aguicheuse?s?|sous vetements|sugerente|provocativ[oa]s?|lenceria|seducente|provocante',
]

/** Works of art, artists and styles that often show nudity. */
export const artworks: readonly string[] = [
  'michelangelo\\w*|donatello|bernini|botticelli|rodin\\w*|canova|praxiteles|polykleitos|maillol|giambologna|cellini',
  'venus (?:de|of|von|di) (?:milo|willendorf|urbino|medici)|birth of venus|venus of \\w+|aphrodite of \\w+|vitruvian man|discobolus|laocoon|apollo belvedere|belvedere torso|barberini faun|dying gaul|winged victory',
  'goya|titian|tiziano|velazquez|rubens|modigliani|giorgione|ingres|manet|maja (?:desnuda|vestida)|venus del espejo|rokeby venus|venus of urbino|grande odalisque|nascita di venere|naissance de venus|geburt der venus|nacimiento de venus|penseur|denker von rodin',
  'the thinker|creation of adam|three graces|(?:greek|roman|renaissance|hellenistic|baroque|classical) (?:\\w+ )?(?:marble|statue|sculpture|torso)s?',
]

/** Words that are allowed about works of art. */
export const artNudity: readonly string[] = [
  '(?:half )?(?:nude|naked)|nudes|nudity|topless|bare (?:breasted|chested)|unclothed|undressed|breasts?|nackte?[rsn]?|nue?s?|desnud[oa]s?|nud[oaie]',
]

/** A text that names such people is not only about a work of art. */
export const livingPeople: readonly string[] = [
  'anime|manga|waifu|hentai|girls?|boys?|celebrit(?:y|ies)|selfies?|actress|actor|streamer|influencer|my (?:wife|girlfriend|ex|neighbou?r|teacher|boss)|photo of|realistic wom[ae]n|sexy',
]

/** Corrected before anything is matched. */
export const misspellings: readonly (readonly [wrong: string, right: string])[] = [
  ['sup+r+es+[eo]rs?', 'suppressor'],
  ['sil[ae]nc[eo]rs?|silencr', 'silencer'],
  ['reciev(er|ers)?', 'receiver'],
  ['machinegun(s)?', 'machine gun'],
  ['pen[iu]s{1,2}', 'penis'],
  ['vag[ie]na', 'vagina'],
]

const firearm =
  '(?:gun|pistol|rifle|handgun|shotgun|revolver|firearm|carbine|glock(?: ?\\d\\d)?x?|ar ?1[05]|(?:m4|m16) (?:carbine|rifle)|ak ?47|ak ?74|akm|smg|uzi|mp5|(?:colt|pistol) 1911|machine gun|pistolen?|gewehre?|schrotflinten?|maschinengewehre?|maschinenpistolen?|sturmgewehre?|schusswaffen?|pistolet|fusil|carabine|mitraillette|mitrailleuse|arme a feu|pistola|escopeta|ametralladora|carabina|arma de fuego|fucile|mitragliatrice|mitra|arma da fuoco)'
const firearmPart =
  '(?:frame|receiver|barrel|trigger|trigger group|slide|magazine|mag|suppressor|silencer|baffle|bolt|bolt carrier|firing pin|sear|auto sear|stock|parts?|parts? kit|conversion|hammer|chamber|muzzle|muzzle brake|verschluss|lauf|magazin|abzug|schalldampfer|griffstuck|schlagbolzen|schlitten|culasse|canon|chargeur|detente|silencieux|percuteur|cargador|canon|gatillo|silenciador|corredera|percutor|caricatore|canna|grilletto|silenziatore|otturatore|percussore|carcasses?|carcasas?|armazon|receptor(?: inferior| superior)?|castello|fusto|carrello|boitier(?: de culasse)?|gehause)'
const linkWords =
  '(?:for|of|to fit|fits?|fur|von|vom|zum|pour|de|du|d|para|per|di|da|eine[rsnm]?|ein|an?|the|my|un|une|una|le|la|el|il|del|della|automatic|automatique|semi|full|auto|real|actual|echte[rsn]?|scharfe[rsn]?|vraie?|veritable|verdader[oa]|autentic[oa]|ver[oa]|reale)'
/** These words also mean a charger or a store, so they match only with a firearm after them. */
const magazine = '(?:chargeurs?|cargador(?:es)?|caricator[ei]|magazin(?:e|s)?)'
const working =
  '(?:fonctionnel(?:le)?s?|qui tire|funcional(?:es)?|que dispare?a?|funzionant[ei]|che spara|funktionsfahige?[rsn]?|schussfahige?[rsn]?|scharfe[rsn]?)'
/** Objects to which a skimmer is attached. A skimmer for a pool or a soup has none of them. */
const cashMachine =
  '(?:geldautomat(?:en)?|bankautomat(?:en)?|ec karten?|kreditkarten?|distributeurs?(?: de billets| automatique)?|guichet automatique|cartes? (?:bancaires?|bleues?|de credit)|cajeros?(?: automaticos?)?|tarjetas?(?: de credito| bancarias?)?|bancomat|sportello automatico|cart[ae] (?:di credito|bancomat))'
const person =
  '(?:wom[ae]n|m[ae]n|girls?|boys?|lad(?:y|ies)|person|people|females?|males?|model|figure|figurine|body|bodies|sculpture|statue|doll|anime|waifu|elf|couple|goddess|celebrity|selfie|pics?|dancers?|mermaids?)'
const personDe =
  '(?:frau(?:en)?|mann|manner|madchen|jungen?|korper|dame|person|leute|paar|tanzerin|modell?|figur|statue|gottin|elfe|kind(?:er)?)'
const personFr =
  '(?:femme|fille|homme|garcon|corps|personne|dame|danseuse|deesse|statue|couple|modele|enfant|sirene)s?'
const personEs =
  '(?:mujer(?:es)?|chic[oa]s?|hombres?|nin[oa]s?|cuerpos?|dama|persona|bailarina|diosa|estatua|pareja|modelo|sirena|senora)'
const personIt =
  '(?:donn[ae]|uomo|uomini|ragazz[aoie]|bambin[aoie]|signora|corpo|statua|modella|coppia|dea|persona|ballerina|sirena)'
const clothes = '(?:clothes|clothing|garments?|underwear|bra|dress)'

export const refusedPatterns: Readonly<
  Record<Exclude<RefusedCategory, 'minors'>, readonly string[]>
> = {
  sexual: [
    'porn\\w*|pornographic|hentai|nsfw|xxx|x rated|erotic\\w*|fetish|bdsm|bondage gear',
    'sex|sexual(?:ly)?|sexy lingerie|sex ?toys?|intercourse|orgasm\\w*|orgy|orgies|masturbat\\w*|blow ?jobs?|hand ?jobs?|cum ?shots?|cunnilingus|fellatio|ejaculat\\w*',
    'dildos?|vibrators?|butt ?plugs?|anal|fleshlights?|strap ?ons?|cock ?(?:rings?|cages?)|chastity cages?',
    'penis(?:es)?|penile|phallus|phallic|vagina\\w*|vulva\\w*|clitoris|genital\\w*|genitalia|testicles?|scrotum|erections?|nipples?|boobs?|tits|titties|big cock|cocks|dicks?|pussy|cunts?',
    'breasts?|bare (?:breasted|chested wom[ae]n)|topless|nudes?|nudity|undressed',
    `(?:nude|naked|undressed) (?:\\w+ ){0,3}${person}|${person} (?:\\w+ ){0,2}(?:nude|naked|undressed)`,
    'naked|unclothed|disrobed',
    `${person} (?:\\w+ ){0,12}(?:without|with no|no|wearing no|takes? off her|removed) (?:any |her |his |their )?${clothes}`,
    '(?:wearing|dressed in) nothing|stark naked|birthday suit|clothes off|see through lingerie',
    '(?:sex|liebes) ?(?:spielzeuge?|puppen?)|geschlechtsverkehr|kinderporn\\w*|busen|titten|muschi|gliedform',
    `(?:nackte?[rsnm]?|entblosste?[rsn]?) (?:\\w+ ){0,3}${personDe}|${personDe} (?:\\w+ ){0,2}(?:nackt|ohne (?:kleidung|kleider))`,
    `${personFr} (?:\\w+ ){0,2}(?:nue?s?|a poil|sans vetements)|seins nus|godemich(?:et|e)s?|jouets? sexuels?|sextoys?|penis`,
    `${personEs} (?:\\w+ ){0,2}(?:desnud[oa]s?|sin ropa)|desnud[oa]s? (?:\\w+ ){0,3}${personEs}|desnud[oa]s?|pene|penes|consolador(?:es)?|vibrador(?:es)?|juguetes? sexuale?s?|tetas|porno`,
    `${personIt} (?:\\w+ ){0,2}(?:nud[oaie]|senza vestiti)|nud[oaie] (?:\\w+ ){0,2}${personIt}|giocattol[oi] sessual[ei]|cazzo|tette|fallo di gomma`,
  ],
  violence: [
    'gore|gory|behead\\w*|decapitat\\w*|dismember\\w*|disembowel\\w*|mutilat\\w*|eviscerat\\w*|torture\\w*|torturing',
    'massacres?|mass shooting|school shooting|genocides?|executions? of|lynch(?:ed|ing)?|rap(?:e|ed|es|ing|ist)|snuff',
    'suicides?|kill (?:my|him|her|your)self|self ?harm\\w*|hang(?:ed|ing) (?:man|woman|person)',
    '(?:bloody|severed|rotting|mangled) (?:\\w+ )?(?:corpse|heads?|limbs?|bod(?:y|ies))|dead bod(?:y|ies)',
    'enthaupt\\w*|gefoltert\\w*|folter(?:n|ung|szene)?|vergewaltig\\w*|selbstmord|amoklauf|decapit\\w*|egorg\\w*|scene de viol|pendu|violacion|suicidio|stupro|squartat\\w*',
    '(?:murder|kill|stab|shoot|strangle|maim)(?:s|ed|ing)? (?:an? |the |my |some )?(?:\\w+ )?(?:people|person|child|children|man|woman|girl|boy|wife|husband|neighbou?r|teacher|boss|cop|police)',
  ],
  weapons: [
    `${firearm}s? (?:(?:\\w+|${linkWords}) ){0,2}${firearmPart}`,
    `${firearmPart} (?:${linkWords} ){1,3}${firearm}s?`,
    `${magazine} (?:\\w+ ){0,4}${linkWords} (?:${linkWords} )?${firearm}s?`,
    `${firearm}s? (?:\\w+ ){0,1}${working}|${working} ${firearm}s?`,
    `schalldampfer ${firearm}|silencieux ${firearm}|(?:pistolen|gewehr|waffen|flinten)(?:lauf|magazin|schalldampfer|verschluss|abzug|gehause)`,
    'machine guns?|maschinengewehre?|maschinenpistolen?|mitrailleuses?|ametralladoras?|mitragliatric[ei]',
    'glock (?:\\w+ ){0,2}switch(?:es)?|(?:auto|full auto) switch(?:es)?|ar ?1[05] (?:\\w+ )?(?:lower|upper)s?',
    'rohrbomben?|nagelbomben?|handgranaten?|sprengsatz\\w*|zunder fur (?:bombe|granate)\\w*|schlagringe?|springmesser|bombes? (?:artisanales?|tuyaux?)|poings? americains?|couteaux? a cran d arret|bombas? (?:caseras?|de tubo)|granadas? de mano|punos? americanos?|navajas? automaticas?|bomb[ae] (?:artigianal[ei]|a mano)|granat[ae] a mano|grenades? (?:a main|offensives?|defensives?)|molotov(?: cocktails?)?|molotow\\w*|cocktails? molotov|sprengstoff\\w*|engins? explosifs?|artefactos? explosivos?|ordign[oi](?: esplosiv[oi])?|tirapugni|coltell[oi] a scatto',
    `(?:upper|lower|80 ?(?:percent)?|eighty percent|stripped|unfinished) (?:receiver|lower)s?`,
    `(?:functional|functioning|working|real|lethal|live|untraceable|undetectable|ghost|homemade|3d print(?:ed|able)|printable|plastic|single shot|fireable|shooting) ${firearm}s?`,
    'auto ?sears?|lightning link|glock switch(?:es)?|bump ?stocks?|solvent traps?|ghost ?guns?|fgc ?9|liberator pistol|urutau|drop in auto',
    '(?:high capacity|30 round|extended|drum) (?:magazine|mag|clip)s?',
    'suppressors?|silencers?|firing pins?|machine ?gun parts?',
    'pipe ?bombs?|bombs?|explosives?|explosive devices?|ied|detonators?|blasting caps?|grenade (?:shell|casing|body)|(?:live|real|working|functional) grenades?|land ?mines?',
    'brass knuckles?|knuckle ?dusters?|switch ?blades?|stealth (?:knife|dagger)|shivs?|undetectable (?:knife|blade)',
    'gun that (?:shoots|fires|works)|shoots? real (?:bullets|ammo)|fires? (?:real|live) (?:rounds|bullets|ammo)',
  ],
  hate: [
    'ss (?:runes?|runen|insignia|emblem|totenkopf)|sieg ?heil|hitlergruss|hakenkreuz\\w*|croix gammees?|cruz gamada|[es]?vastikas?|e?svasticas?|esvasticas?|sonnenrad',
    'nazis?|neo ?nazis?|swastikas?|hitler|heil|third reich|ss bolts|sonnenrad|black sun symbol|totenkopf',
    'kkk|ku klux klan|klans?m[ae]n|white (?:power|supremacy|supremacist)|aryan nation|1488|14 88',
    'ethnic cleansing|race war|(?:gas|kill|exterminate) (?:all |the |all the )(?:jews|muslims|christians|blacks?|whites|gays|women|men|people|humans|immigrants|foreigners|refugees)|death to (?:all )?\\w+|holocaust denial|final solution',
    'n[i1]gg(?:er|a)s?|f[a4]gg?ots?|k[i1]kes?|sp[i1]cs|ch[i1]nks|tr[a4]nn(?:y|ies)|wetbacks?|ragheads?',
    '(?:anti ?semitic|racist|homophobic|islamophobic) (?:\\w+ )?(?:caricature|symbol|slogan|figure|slur|statue)',
  ],
  fraud: [
    '(?:atm|credit ?card|debit ?card|bank ?card|card|keypad|pin ?pad|gas pump|fuel pump) (?:\\w+ ){0,2}skimm(?:er|ers|ing)',
    'skimm(?:er|ers|ing) (?:\\w+ ){0,4}(?:atm|credit|debit|bank|card|cards)',
    '(?:atm|pin ?pad|cash machine|geldautomat(?:en)?) (?:\\w+ ){0,2}(?:overlay|faceplate|false front|aufsatz)',
    `${cashMachine} (?:\\w+ ){0,2}skimm(?:er|ers|ing)|skimm(?:er|ers|ing) (?:\\w+ ){0,4}${cashMachine}`,
    '(?:counterfeit|fake|forged) (?:\\w+ )?(?:coins?|money|banknotes?|id ?cards?|passports?|licen[cs]e plates?)',
  ],
}
