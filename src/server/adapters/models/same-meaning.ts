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
export function meaningsOf(word: string): number[] {
  const meanings = [...(whole.get(word) ?? [])]
  if (/\p{N}/u.test(word)) return meanings
  for (let length = Math.min(word.length, LONGEST_BEGINNING); length > 0; length -= 1)
    meanings.push(...(beginnings.get(word.slice(0, length)) ?? []))
  return meanings
}
