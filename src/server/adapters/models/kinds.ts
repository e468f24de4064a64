import { daysIn, monthsIn } from './days.ts'

/**
 * A kind of answer: words that ask for it and what must be said. Of several texts that say it, one with a sentence that
 * says it `best` is quoted. All but `sentence` is text without accents and capitals.
 */
export type Kind = {
  name: string
  asks: RegExp
  isSaid: (sentence: string, folded: string) => boolean
  best?: (folded: string) => boolean
}

const NUMBER_WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|half|dozen|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|dreissig|hundert|tausend|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|cien|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|cento|dois|duas|tres|quatro|sete|oito|dez|doze|vinte|twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig'
const ORDINALS =
  'first|second|third|erst\\w*|zweite\\w*|dritte\\w*|primer\\w*|segund\\w*|premier\\w*|deuxieme|primo|prima|primeir\\w*|eerste'
// Not the words for one that are articles too: "une heure" counts nothing.
const ONE = 'one|none|several|unlimited|kein\\w*|ningun\\w*|aucun\\w*'
const AMOUNT = words(`\\d+\\w*|${NUMBER_WORDS}|${ORDINALS}`)
const COUNT = new RegExp(`^(?:\\d+|${NUMBER_WORDS}|${ONE})$`)

const MONEY =
  /[€$£¥₺₽₹฿]|(?<![\p{L}])(?:euros?|eur|cents?|pounds?|pence|dollars?|usd|chf|francs?|franken|pesos?|reais|reales|kronen?|lira|zloty|free|gratis|kostenlos|kostenfrei|umsonst|gratuit\w*|libre|gratuito|no charge|not charge\w*|included?|inklusive|inbegriffen|incluid\w*|inclus\w*|compris\w*|discount\w*|rabatt|descuento|reduction|sconto|desconto|korting|half price|half the price)(?!\p{L})|\d+[.,]\d{2}(?!\d)|\d+ ?(?:p|%|ct)(?!\p{L})/u
/** "How much" asks for a price, but not before what is measured in other ways ("how much may a parcel weigh"). */
const HOW_MUCH_MONEY =
  'how much (?:cheaper|more|extra)|how much(?!.*(?<!\\p{L})weigh)(?= *(?:$|\\p{P})| (?:is|are|was|were|does|do|did|for|would|will|to|a|an|the|per|should|must|it|they|i|we|you|money)(?!\\p{L}))'
const COSTING = words(
  'costs?|costing|prices?|priced|fees?|charge[ds]?|pays?|kost(?:et|en)|preise?|gebuhr(?:en)?|cuestan?|cuesta|precios?|coute(?:nt)?|prix|tarifs?|costano?|prezzi?|prezzo|custam?|precos?|kost|prijs|prijzen',
)
const TIME_UNIT =
  'seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|tag|nachte?|wochen?|monate?n?|jahre?n?|segundos?|minutos?|horas?|dias?|noches?|semanas?|mes|meses|anos?|secondes?|heures?|jours?|nuits?|semaines?|mois|ans?|annees?|secondi|minuti|or[ae]|giorn[oi]|notti?|settiman\\w|mes[ei]|ann[oi]|dia|mes|uur|uren|dag\\w*|week|weken|maand\\w*|jaar'
const TIME_WORDS = `noon|midnight|mornings?|afternoons?|evenings?|nights?|nightly|daily|weekly|yearly|monthly|always|weekdays?|weekends?|summer|winter|spring|autumn|today|tomorrow|o'clock|while|uhr|morgens|vormittags?|mittags?|nachmittags?|abends?|nachts|taglich|wochentags|werktags|wochenende|sommer|winter|fruhling|herbst|jederzeit|immer|feiertag\\w*|manana|tardes?|mediodia|medianoche|diario|siempre|fin de semana|verano|invierno|primavera|otono|matins?|apres-midi|soirs?|midi|minuit|toujours|quotidien\\w*|ete|hiver|printemps|automne|vacances|mattin\\w*|pomeriggio|ser[ae]|mezzogiorno|sempre|estate|manhas?|noites?|meio-dia|semana|ochtends?|middags?|avonds?|altijd`
const CLOCK =
  /\d{1,2}[:.h]\d{2}|\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|h|uhr|heures?|horas?|uur|ore)(?!\p{L})|\b(?:1[5-9]|20)\d\d\b/u
const YEAR = /\b(?:1[0-9]|20)\d\d\b/
const SINCE = words('since|seit|desde|depuis|dal|sinds')
const TIME = words(`${TIME_UNIT}|${TIME_WORDS}|${NUMBER_WORDS}|${ORDINALS}`)
const AGE = words(
  'years?|months?|age[ds]?|under|over|from|jahre?n?|monate?n?|ab|unter|ans|mois|moins|plus|des|anos|meses|desde|menores|mayores|anni|mesi|jaar|vanaf',
)
const WEIGHT = words(
  '\\d+\\s?(?:g|kg|mg|t)|grams?|gramm|grammes?|gramos?|gramas?|grammi|kilos?|kilogra\\w*|tons?|tonnen?|tonnes?|pounds?|pfund',
)
const OPENING = words(
  'open(?:s|ed|ing)?(?: (?:hours|times))?|clos(?:e|es|ed|ing)|shut|hours|offen|geoffnet|offnen|offnet|offnungszeit(?:en)?|sprechzeit(?:en)?|geschlossen|schliesst|schliessen|(?:macht|machen|haben|hat|habt)(?= .*(?:auf|zu)$)|abr(?:e|en|is|ir|imos)|abiert[oa]s?|cierran?|cerrar|cerrad[oa]s?|cerramos|horarios?|ouvre\\w*|ouvr(?:ir|ons)|ouverte?s?|ouverture|ferme[zr]?|ferment|fermee?s?|fermeture|horaires?|apr(?:e|ite|ono)|apert[oia]|chiud\\w+|chius[oia]|orari[oi]?|aberto|aberta|fecha\\w*|open|gesloten|sluit\\w*|openingstijden',
)
const SPAN = words(
  `(?:\\d{1,2}|${NUMBER_WORDS})\\s*(?:-|–|to|until|till|bis|a|hasta|ate|tot)\\s*(?:\\d{1,2}|${NUMBER_WORDS})`,
)
const DAY_PART = words(TIME_WORDS)
const CONDITION = words(
  'if|once|as soon as|a partir|wenn|sobald|falls|cuando|si|quand|des que|lorsque|se|quando|als|zodra',
)
const TELEPHONE = /(?:\d[\s()/.-]{0,2}){6,}/
const STREET =
  /(?<!\p{L})(?:street|road|lane|avenue|square|st\.|rd\.|way|alley|drive|quay|\p{L}*(?:strasse|str\.|weg|platz|gasse|allee|ufer)|calle|avenida|plaza|paseo|camino|rue|boulevard|place|chemin|quai|via|viale|piazza|corso|rua|praca|\p{L}*(?:straat|laan|plein))(?!\p{L})/u
const NO_TIME =
  '(?! (?:the )?(?:\\d|morning|afternoon|evening|advance|case|time|request|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|der regel|enero|agosto|janvier|aout|ete|hiver|verano|invierno))'
const PLACE = words(
  `at(?= the)|near|behind|opposite|beside|next to|between|above|below|upstairs|downstairs|outside|inside|floor|everywhere|worldwide|online|across|(?:in|on|from|to|im|am)${NO_TIME}|hinter|vor dem|vor der|neben|gegenuber|zwischen|uber|unter der|an der|bei der|beim|auf|aus|nach|stock|erdgeschoss|keller|uberall|(?:en|desde|dans|au|aux)${NO_TIME}|al lado|detras|delante|frente|junto|cerca|enfrente|sobre|bajo|planta|piso|sur|derriere|devant|chez|face|pres|etage|sotto|sopra|dietro|davanti|vicino|accanto|presso|nel\\p{L}*|alla|perto|atras|frente|naast|achter|tegenover|bij|naar`,
)
const TITLED =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Herrn?|Frau|M|Mme|Mlle|Monsieur|Madame|Don|Doña|Sra?|Señora?|Dott|Signora?)\.?\s+\p{Lu}/u
const TWO_NAMES =
  /(?<![\p{L}.-])(?!(?:The|A|An|On|In|At|Our|All|We|For|From|Der|Die|Das|Den|Ein|Eine|Im|Am|Vom|Zum|Unser|Unsere|Alle|Wer|Wir|Bei|Beim|Mit|Auf|El|La|Los|Las|Un|Una|En|Le|Les|Un|Une|Il|Du|Des|Au|Pour|Viele|Einige|Manche|Neue|Alte|Kleine|Große|Feste|Erste|Letzte|Weitere|Andere|Beide|Diese|Jede|Ihre|Keine|Gute|Freie|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)\s)\p{Lu}[\p{Ll}'’-]+\s(?:(?:de|del|van|von|der|la|di|da)\s)?\p{Lu}[\p{Ll}'’-]+/u
const BY_NAME = /(?<!\p{L})(?:by|von|par|por|da|door)\s+\p{Lu}\p{Ll}+/u
const PEOPLE =
  /(?<!\p{L})(?:owners?|managers?|teams?|staff|colleagues?|founders?|teachers?|trainers?|coach\w*|doctors?|nurses?|experts?|engineers?|students?|pupils?|members?|guests?|everyone|everybody|anyone|nobody|adults?|children|parents?|service|company|he|she|they|we|inhaber\w*|team|mitarbeiter\w*|kolleg\w*|lehrer\w*|arzt\w*|\p{L}*dienst|alle|jeder|niemand|kinder|erwachsene\w*|schuler\w*|mitglieder|patienten|gaste|wir|er|sie|duen[oa]s?|equipo|profesor\w*|todos|nadie|ninos|adultos|alumnos|socios|hij[oa]s?|espos[oa]|herman[oa]s?|proprietaire|equipe|professeurs?|eleves?|tous|personne|enfants|adultes|membres|nous|titolare|squadra|insegnanti?|tutti|bambini|dono|donos|equipa|eigenaar|iedereen)(?!\p{L})/u
const PUBLIC_ADDRESS = /https?:\/\/|www\.|\p{L}\.(?:com|org|net|example|de|fr|es|it|eu|io|co|nl|pt)\b/u

const says = (pattern: RegExp) => (_: string, said: string) => pattern.test(said)

/** Kinds are looked for in this order. What one of them finds in the question is taken out before the next is tried. */
export const KINDS: readonly Kind[] = [
  {
    name: 'email',
    asks: words(
      `e-?mails?(?: ad+ress\\w*)?|mail-?adresse|adresse (?:e-?)?mail|courriels?|correo electronico|correo|posta elettronica`,
    ),
    isSaid: says(/\S@\S/),
  },
  {
    name: 'website',
    asks: words(`web ?sites?|homepage|internetseite|webseite|pagina web|sitio web|site (?:web|internet)|sito(?: web)?`),
    isSaid: says(PUBLIC_ADDRESS),
  },
  {
    name: 'telephone',
    asks: words(
      `(?:tele)?phone(?: number)?|what number|which number|telefon(?:nummer)?|(?:unter )?welcher nummer|(?:numero de )?(?:telefono|telephone)|numero di telefono|telefoonnummer`,
    ),
    isSaid: says(TELEPHONE),
  },
  {
    name: 'street',
    asks: words(
      `(?:what|which) street|street|address|in welcher strasse|adresse|anschrift|en que calle|direccion|(?:dans )?quelle rue|in (?:che|quale) via|indirizzo|em que rua|endereco|welke straat|adres`,
    ),
    isSaid: says(STREET),
  },
  {
    name: 'age',
    asks: words(
      `how old|what age|which age|from what age|wie alt|(?:ab )?welchem alter|quel age|a partir de quel age|que edad|cuantos anos tiene\\w*|a partir de que edad|quanti anni|que idade|hoe oud`,
    ),
    isSaid: (_, said) => AMOUNT.test(said) && AGE.test(said),
  },
  {
    name: 'duration',
    asks: words(
      `how long|wie lange|cuanto (?:tiempo|dura\\w*|tarda\\w*)|combien de temps|quanto (?:tempo|dura\\w*)|hoe lang`,
    ),
    isSaid: says(
      words(`(?:${TIME_UNIT})|until|bis|hasta|jusqu\\w*|always|immer|siempre|toujours|expire\\w*|caduca\\w*`),
    ),
  },
  {
    name: 'year',
    asks: words(
      `(?:in )?(?:which|what) year|since when|in welchem jahr|seit wann|en que ano|desde cuando|(?:en )?quelle annee|depuis quand|in che anno|da quando|em que ano|desde quando|sinds wanneer|welk jaar`,
    ),
    isSaid: (_, said) => YEAR.test(said) || SINCE.test(said),
  },
  {
    name: 'price',
    asks: words(
      `${HOW_MUCH_MONEY}|costs?|prices?|priced|fees?|charges?|expensive|cheaper|cheap|free|pay less|was kost\\w*|kosten|kostet|wie teuer|teuer|gratis|kostenlos|umsonst|(?:wie ?viel|was) zahle\\w*|preise?|gebuhr(?:en)?|cuanto (?:cuesta\\w*|vale\\w*|es|sale)|cuestan?|precios?|tarifas?|gastos?|car[oa]s?|barat[oa]s?|(?:tengo que|hay que) pagar por|combien (?:coute\\w*|ca coute|vaut|est)|coute\\w*|prix|tarifs?|chers?|cheres?|gratuit\\w*|gratuitement|combien faut-il payer|quanto cost\\w*|costa|costano|prezz[oi]|quanto custa\\w*|custa\\w*|precos?|hoe duur|kost|prij[sz]\\w*`,
    ),
    // Of the currencies that nobody lists, the verb tells: "costs nine crowns".
    isSaid: (_, said) => MONEY.test(said) || (COSTING.test(said) && AMOUNT.test(said)),
  },
  {
    name: 'time',
    asks: words(
      `when|(?:until |from |at )?what time|which day|what day|wann|(?:um )?wie ?viel uhr|welche[mn]? tag|bis wann|ab wann|cuando|a que hora|hasta (?:cuando|que hora)|que dias?|quand|(?:a |jusqu'a )?quelle heure|quels? jours?|jusqu'a quand|quando|a che ora|che giorno|a que horas|que dia|wanneer|hoe laat`,
    ),
    isSaid: (_, said) =>
      CONDITION.test(said) || CLOCK.test(said) || TIME.test(said) || daysIn(said).size > 0 || monthsIn(said).size > 0,
  },
  {
    name: 'hours',
    asks: OPENING,
    isSaid: (_, said) => CLOCK.test(said) || SPAN.test(said) || OPENING.test(said),
    best: (said) => OPENING.test(said) && (CLOCK.test(said) || SPAN.test(said)),
  },
  {
    name: 'part of a day',
    asks: DAY_PART,
    isSaid: (_, said) => CLOCK.test(said) || TIME.test(said) || daysIn(said).size > 0,
  },
  {
    name: 'who',
    asks: words(`who|whom|whose|wer|wem|wen|quien(?:es)?|qui|chi|quem|wie is|wie zijn`),
    isSaid: (sentence, said) =>
      TITLED.test(sentence) || TWO_NAMES.test(sentence) || BY_NAME.test(sentence) || PEOPLE.test(said),
  },
  {
    name: 'where',
    asks: words(`where|wo|woher|wohin|donde|adonde|de donde|ubi|d'ubi|dove|di dove|onde|de onde|waar|waarvandaan`),
    isSaid: says(PLACE),
    best: (said) => STREET.test(said) && /\d/.test(said), // an address
  },
  {
    name: 'weight',
    asks: words('how heavy|weighs?|weight|wiegt|wiegen|wie schwer|gewicht|pesan?|peso|pesent?|poids|weegt'),
    isSaid: says(WEIGHT),
  },
  {
    name: 'amount',
    asks: words(
      `how (?:far|near|large|big|small|high|low|wide|tall|deep|fast|slow|hot|warm|cold|loud|bright|thick|thin|steep|many|often|strong)|(?:what|which)(?: is the)? (?:size|height|width|depth|length|temperature|distance|speed|capacity)|wie (?:weit|nah|gross|klein|hoch|niedrig|breit|tief|schnell|langsam|heiss|warm|kalt|laut|hell|dick|dunn|steil|stark|oft)|welche[rn]?(?: ist die)? (?:grosse|hohe|breite|tiefe|lange|temperatur|entfernung|geschwindigkeit)|que (?:temperatura|altura|anchura|profundidad|longitud|distancia|velocidad|tamano)|quanto misura\\w*|cuanto mide\\w*|quelle (?:temperature|hauteur|largeur|profondeur|longueur|distance|vitesse|taille)|combien mesure\\w*|de combien|che (?:temperatura|altezza|larghezza|profondita|lunghezza|distanza|velocita)|que (?:largura|profundidade|comprimento|velocidade|tamanho)|hoe (?:ver|groot|klein|hoog|breed|diep|snel|warm|koud|vaak|sterk)`,
    ),
    isSaid: says(AMOUNT),
  },
]

/** What is counted, in a question for how many there are. */
export const COUNTED =
  /(?:how many|wie ?viele|wie ?viel(?! (?:zahl|kost|muss|ist|sind|geld|kann|darf))|cuant[oa]s|combien d(?:e |')|quant[ei]|quant[oa]s|hoeveel)\s*(?!uhr)([\p{L}\p{N}]+)/u

export const isCount = (word: string): boolean => COUNT.test(word)

function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u')
}
