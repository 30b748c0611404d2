// The texts that are refused without a moderation server, as data: patterns by category, and harmless phrases that would match. All of it
// is matched against lower-case text with single spaces, see moderate-by-rules.ts. Each entry is a piece of a regular expression.

export const categories = ['minors', 'sexual', 'violence', 'weapons', 'hate'] as const
export type Category = (typeof categories)[number]

/** Removed from the text before matching. */
export const harmlessPhrases: readonly string[] = [
  'nude (?:colou?rs?|colou?red|tones?|shades?|beige|pink|lipstick|palette|matte|finish|filament|pla)',
  '(?:matte|colou?r|shade of|in) nude',
  'naked (?:eye|cake|bike|juice|mole rat|wire)',
  'gun ?metal(?: gr[ea]y)?',
  '(?:glue|nail|heat|staple|caulk(?:ing)?|grease|spray|paint|massage|soldering|label|price|tattoo|bubble|water|squirt|toy|nerf|airsoft|paintball|rivet|dart|radar|laser|ray|portal|gravity|rubber band|confetti|foam|air blow|blow|pop|cap|prop|cosplay|lego|star wars) (?:gun|pistol|rifle|blaster)s?',
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
  'breast (?:pump|milk|plate|feeding|cancer(?: ribbon)?)|chicken breasts?|double breasted|red breast(?:ed)?',
  'anal(?:og|ogue|ysis|yst|yzer|yser)',
  '(?:hindu|buddhist|jain) swastika',
  'anti[ -]?nazi|grammar nazi',
  'kill (?:switch|a watt)|buzz ?kill|road ?kill',
  'blood (?:orange|pressure|sugar|glucose|moon|hound|type|donation|sample|vessel|cell)s?|blood ?hound',
  'torture test|benchy torture test',
  '(?:bar|kitchen|cookie|pasta) massacre',
  'anatomical(?:ly)?(?: correct)? (?:skull|heart|skeleton|hand|brain|model)',
  'child(?:proof|safe| safety| seat| lock)',
]

/** A word for a young person; together with anything sexual the category is `minors`. */
export const minorWords =
  '(?:child|children|kids?|minors?|toddlers?|infants?|bab(?:y|ies)|teens?|teenagers?|teenaged?|under ?aged?|school ?(?:girl|boy)s?|pre ?teens?|young (?:girl|boy)s?|little (?:girl|boy)s?|lolis?|lolicon|shotas?|(?:[3-9]|1[0-7]) ?(?:years?|yrs?|yo|y o)(?: ?old)?)'

const firearm =
  '(?:gun|pistol|rifle|handgun|shotgun|revolver|firearm|carbine|glock|ar ?15|(?:m4|m16) (?:carbine|rifle)|ak ?47|ak ?74|smg|uzi|mp5|(?:colt|pistol) 1911)'
const firearmPart =
  '(?:frame|receiver|barrel|trigger|trigger group|slide|magazine|mag|suppressor|silencer|bolt|bolt carrier|firing pin|sear|auto sear|stock|parts?|parts? kit|conversion|hammer|chamber|muzzle|muzzle brake)'
const person =
  '(?:wom[ae]n|m[ae]n|girls?|boys?|lad(?:y|ies)|person|people|females?|males?|model|figure|figurine|body|bodies|sculpture|statue|doll|anime|waifu|elf|couple|goddess|celebrity|selfie|pics?)'

export const refusedPatterns: Readonly<Record<Exclude<Category, 'minors'>, readonly string[]>> = {
  sexual: [
    'porn\\w*|pornographic|hentai|nsfw|xxx|x rated|erotic\\w*|fetish|bdsm|bondage gear',
    'sex|sexual(?:ly)?|sexy lingerie|sex ?toys?|intercourse|orgasm\\w*|orgy|orgies|masturbat\\w*|blow ?jobs?|hand ?jobs?|cum ?shots?|cunnilingus|fellatio|ejaculat\\w*',
    'dildos?|vibrators?|butt ?plugs?|anal|fleshlights?|strap ?ons?|cock ?(?:rings?|cages?)|chastity cages?',
    'penis(?:es)?|penile|phallus|phallic|vagina\\w*|vulva\\w*|clitoris|genital\\w*|genitalia|testicles?|scrotum|erections?|nipples?|boobs?|tits|titties|big cock|cocks|dicks?|pussy|cunts?',
    'breasts?|bare (?:breasted|chested wom[ae]n)|topless|nudes?|nudity|undressed',
    `(?:nude|naked|undressed) (?:\\w+ ){0,3}${person}|${person} (?:\\w+ ){0,2}(?:nude|naked|undressed)`,
    'naked',
  ],
  violence: [
    'gore|gory|behead\\w*|decapitat\\w*|dismember\\w*|disembowel\\w*|mutilat\\w*|eviscerat\\w*|torture\\w*|torturing',
    'massacres?|mass shooting|school shooting|genocides?|executions? of|lynch(?:ed|ing)?|rap(?:e|ed|es|ing|ist)|snuff',
    'suicides?|kill (?:my|him|her|your)self|self ?harm\\w*|hang(?:ed|ing) (?:man|woman|person)',
    '(?:bloody|severed|rotting|mangled) (?:\\w+ )?(?:corpse|heads?|limbs?|bod(?:y|ies))|dead bod(?:y|ies)',
    '(?:murder|kill|stab|shoot|strangle|maim)(?:s|ed|ing)? (?:an? |the |my |some )?(?:\\w+ )?(?:people|person|child|children|man|woman|girl|boy|wife|husband|neighbou?r|teacher|boss|cop|police)',
  ],
  weapons: [
    `${firearm}s? (?:\\w+ )?${firearmPart}`,
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
    'nazis?|neo ?nazis?|swastikas?|hitler|heil|third reich|ss bolts|sonnenrad|black sun symbol|totenkopf',
    'kkk|ku klux klan|klans?m[ae]n|white (?:power|supremacy|supremacist)|aryan nation|1488|14 88',
    'ethnic cleansing|race war|(?:gas|kill|exterminate) (?:all |the |all the )(?:jews|muslims|christians|blacks?|whites|gays|women|men|people|humans|immigrants|foreigners|refugees)|death to (?:all )?\\w+|holocaust denial|final solution',
    'n[i1]gg(?:er|a)s?|f[a4]gg?ots?|k[i1]kes?|sp[i1]cs|ch[i1]nks|tr[a4]nn(?:y|ies)|wetbacks?|ragheads?',
    '(?:anti ?semitic|racist|homophobic|islamophobic) (?:\\w+ )?(?:caricature|symbol|slogan|figure|slur|statue)',
  ],
}
