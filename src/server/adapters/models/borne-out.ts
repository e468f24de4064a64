/**
 * Words that visitors and small places use for one another, in several languages, without accents. Each line is one
 * meaning; `*` stands for any ending. They are few on purpose: what is not in a list is told by its letters.
 */
const MEANINGS = `
  book* reserv* appointment* termin* buch* vereinbar* cita citas rendez rdv prenot* agend* afspraak
  inscri* inscripcion* enrol* regist* anmeld* apunt* matricul* iscri* inschrij* sign
  pay* paid payment* zahl* bezahl* zahlung* pag* paie* reglement regler betal*
  ship* deliver* shipping post* send* liefer* versand* versend* verschick* envi* entreg* livr* exped* sped* consegn* verzend* bezorg*
  return* refund* back zuruck* umtausch* erstatt* ruckgabe* devol* devuelv* reembols* cambi* retour* rendre rembours* echang* restitu* resi terug*
  park* parkplatz* parking* aparca* estaciona* stationn* garage* parchegg* parkeer*
  phone* tele* ring call* anruf* llam* appel* telefon* chiam* ligar bel bellen
  wheelchair* disabled accessib* barrier* rollstuhl* silla fauteuil handicap* sedia rolstoel*
  lift lifts elevator* aufzug* fahrstuhl* ascensor* ascenseur* elevador*
  toilet* wc restroom* bathroom* loo klo aseo aseos bano banos toilette* bagno banheiro
  child* kid kids bab* kind kinder* kindern nino* nina* enfant* hijo* hija* fils fille son daughter sohn tochter bambin* crianca*
  beginner* anfang* principiant* debutant* novice* inician*
  discount* reduction* reduc* rabatt* ermassig* descuento* remise* cheaper off nachlass* rebaja* sconto desconto korting
  gift* voucher* gutschein* geschenk* vale vales regalo* cadeau* bon bons buono presente cadeaubon*
  teach* taught tutor* learn* lehr* lern* unterricht* ensen* aprend* profesor* enseign* apprend* professeur* prof insegn* impar* professor*
  lesson* class classes course* workshop* unterricht* kurs* clase* curso* cours lecon* lezion* corso corsi aula aulas les lessen cursus
  found* establish* opened exist* gegrund* grund* fundo* fundad* fundar abrio abierta fond* cree ouvert* fondat*
  holiday* vacation* vacac* vacances conge* urlaub* ferien* betriebsferien ferie ferias vakantie*
  christmas* xmas weihnacht* navidad* noel dezember december diciembre decembre natale natal kerst*
  lost lose left forgot* forgotten behind verlor* vergess* perd* olvid* oubli* trouv*
  repair* fix fixed mend* repar* arregl* reparier* ripar* consert*
  rent* hire* lease* miet* vermiet* leih* ausleih* verleih* alquil* lou* louer locat* affitt* nolegg* alug* huur* huren verhuur*
  start* begin* commenc* empieza* empez* comienz* beginn* anfang* inizi* comec*
  end ends finish* termin* acab* fin ende endet enden finit finiss*
  pain* hurt* ache* schmerz* zahnschmerz* dolor* doul* mal
  fear* afraid angst* nervous* miedo* peur* paura medo
  cancel* absag* storn* annul* anul* cancell* absage
  valid* expire* gultig* caduc* expir* sirve* scad* geldig*
  warrant* guarant* garant* gewahr*
  bike* bicycle* cycle* velo* fahrrad* rad rader bici* fiets*
  car cars auto autos voiture* coche* carro macchina
  wifi wlan internet wireless
  dog dogs pet pets hund hunde* haustier* perro* mascota* chien* animau* animal* cane cani cachorro*
  street address road lane strasse* adress* calle direccion* rue adresse* via indirizzo rua endereco
  floor storey stock stockwerk etage* piso planta piano andar verdieping
  stop stops halt haltestelle* parada* arret* fermata aussteig*
  ingredient* contain* contien* enthalt* enthalten inhalt*
  nut nuts walnut* hazelnut* nuss* nusse* walnuss* nuez nueces noix noisette* noci
  owner* belong* besitz* inhaber* propietari* duen* proprieta* dueno*
  job jobs vacanc* stelle stellen empleo emploi recrut* praktikum ausbildung*
`

const whole = new Map<string, number[]>()
const beginnings = new Map<string, number[]>()
for (const [meaning, line] of MEANINGS.trim().split('\n').entries())
  for (const word of line.trim().split(/\s+/)) {
    const [kept, text] = word.endsWith('*') ? [beginnings, word.slice(0, -1)] : [whole, word]
    kept.set(text, [...(kept.get(text) ?? []), meaning])
  }
const LONGEST_BEGINNING = Math.max(...[...beginnings.keys()].map(({ length }) => length))

/** The meanings of a word, as numbers that words with one meaning share; none if it is in no list. */
function meaningsOf(word: string): number[] {
  const meanings = [...(whole.get(word) ?? [])]
  if (/\p{N}/u.test(word)) return meanings
  for (let length = Math.min(word.length, LONGEST_BEGINNING); length > 0; length -= 1)
    meanings.push(...(beginnings.get(word.slice(0, length)) ?? []))
  return meanings
}

const ASCII = /^[\0-\x7f]*$/

/** A text's letters without accents and capitals, so that patterns need be written only once. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/[’‘]/g, "'")
}

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

const SHORTEST_STEM = 4
const LONG_STEM = 6 // letters that two words share, after which their endings may differ as they like
const ENDING = { asked: 3, said: 4 } // letters
const PART = 4 // letters that a part of a compound has at least
const SEPARABLE = /^(ab|an|auf|aus|ein|mit|nach|vor|zu|zuruck|um|los|op|uit|mee|aan|af)(\p{L}{4,})$/u // German and Dutch
const LINKS = ['s', 'n', 'en', 'es', 'er'] // between the parts of a German or Dutch compound

const BEGINNING = 3 // letters that two words share at least, unless they are equal

/** The words of a text, read once so that many others can be looked for among them. */
export interface SaidWords {
  all: ReadonlySet<string>
  byBeginning: ReadonlyMap<string, readonly string[]>
  /** The meanings of the words (`meaningsOf`), and their endings; made when first asked for. */
  meanings?: ReadonlySet<number>
  endings?: ReadonlySet<string>
}

export function saidWords(words: readonly string[]): SaidWords {
  const all = new Set(words)
  const byBeginning = new Map<string, string[]>()
  for (const word of all) {
    const beginning = word.slice(0, BEGINNING)
    const others = byBeginning.get(beginning)
    if (others) others.push(word)
    else byBeginning.set(beginning, [word])
  }
  return { all, byBeginning }
}

/** Whether a word stands in a text: in any form, in a compound, or as a word with the same meaning. */
export const isBorneOut = (asked: string, said: SaidWords): boolean =>
  isSaid(asked, said) || isMeant(asked, said) || isCompoundOf(asked, said) || isSeparatedIn(asked, said)

/** Whether a word stands in a text in any of its forms. */
export function isSaid(asked: string, { all, byBeginning }: SaidWords): boolean {
  if (all.has(asked)) return true
  return byBeginning.get(asked.slice(0, BEGINNING))?.some((word) => isSameWord(asked, word)) ?? false
}

function isMeant(asked: string, said: SaidWords): boolean {
  const meanings = meaningsOf(asked)
  if (meanings.length === 0) return false
  said.meanings ??= new Set([...said.all].flatMap(meaningsOf))
  return meanings.some((meaning) => said.meanings!.has(meaning))
}

function isSameWord(asked: string, said: string): boolean {
  if (asked === said) return true
  let shared = 0
  while (shared < asked.length && asked[shared] === said[shared]) shared += 1
  const [askedEnding, saidEnding] = [asked.length - shared, said.length - shared]
  if (shared === 3) return askedEnding + saidEnding <= 1 && !/\p{N}/u.test(asked + said) // dog, dogs
  if (shared < SHORTEST_STEM) return false
  if (shared === SHORTEST_STEM) return askedEnding <= 2 && askedEnding + saidEnding <= 4
  if (askedEnding <= ENDING.asked && saidEnding <= ENDING.said) return true
  return shared >= LONG_STEM && askedEnding <= ENDING.said
}

/** Whether a word is a part of a longer one that is said, or is made of two that are: Ratenzahlung of Raten, zahlen. */
function isCompoundOf(asked: string, said: SaidWords): boolean {
  said.endings ??= new Set([...said.all].flatMap(endingsOf))
  if (said.endings.has(asked)) return true
  for (let at = PART; at <= asked.length - PART; at += 1) {
    if (!isSaid(asked.slice(at), said)) continue
    const first = asked.slice(0, at)
    if (isSaid(first, said)) return true
    if (LINKS.some((link) => first.endsWith(link) && said.all.has(first.slice(0, first.length - link.length))))
      return true
  }
  return false
}

/** The endings of a word that are shorter than it and longer than the shortest part of a compound. */
function endingsOf(word: string): string[] {
  const endings: string[] = []
  for (let at = 1; at < word.length - PART; at += 1) endings.push(word.slice(at))
  return endings
}

/** Whether a German or Dutch verb stands in two parts, as absagen does in "Sagen Sie einen Tag vorher ab". */
function isSeparatedIn(asked: string, said: SaidWords): boolean {
  const [, prefix, verb] = SEPARABLE.exec(asked) ?? []
  return prefix !== undefined && said.all.has(prefix) && isSaid(verb!, said)
}
