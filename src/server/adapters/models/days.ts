/** The days of the week, from Monday on, and the months, in several languages without accents, as beginnings of words. */
const DAYS = [
  'monday|montag|lunes|lundi|lunedi|segunda-feira|maandag',
  'tuesday|dienstag|martes|mardi|martedi|terca-feira|dinsdag',
  'wednesday|mittwoch|miercoles|mercredi|mercoledi|quarta-feira|woensdag',
  'thursday|donnerstag|jueves|jeudi|giovedi|quinta-feira|donderdag',
  'friday|freitag|viernes|vendredi|venerdi|sexta-feira|vrijdag',
  'saturday|samstag|sonnabend|sabado|samedi|sabato|zaterdag',
  'sunday|sonntag|domingo|dimanche|domenica|zondag',
]
/** Short forms are read as days only beside a dash, a figure or a colon, since many are words too (sun, mon, so). */
const SHORT_DAYS = [
  'mon?|lun|ma|seg',
  'tues?|di|mar|ter',
  'wed|mi|mie|mer|mar|qua|wo',
  'thur?s?|do|jue|jeu|gio|qui',
  'fri?|vie|ven|sex|vr',
  'sat?|sab|sam|za',
  'sun|so|dom|dim|zo',
]
const MONTHS = [
  'january|januar|janner|enero|janvier|gennaio|janeiro|januari',
  'february|februar|febrero|fevrier|febbraio|fevereiro|februari',
  'march|marz|marzo|mars|maart',
  'april|abril|avril|aprile',
  '(?<=(?:in|of|from|to|until|since|early|late|\\d) )may|mai|mayo|maggio|maio|mei',
  'june|juni|junio|juin|giugno|junho',
  'july|juli|julio|juillet|luglio|julho',
  'august|agosto|aout|augustus',
  'september|septiembre|septembre|settembre|setembro',
  'october|oktober|octubre|octobre|ottobre|outubro',
  'november|noviembre|novembre',
  'december|dezember|diciembre|decembre|dicembre|dezembro',
]
const ENDING = '(?:e?s|s|abends?|nachmittags?|vormittags?|morgens?|mittags?|-feira)?'
const ALL_DAYS =
  /(?<!\p{L})(?:daily|every day|seven days|all week|any day|taglich|jeden tag|todos los dias|cada dia|a diario|tous les jours|chaque jour|tutti i giorni|ogni giorno|todos os dias|dagelijks|elke dag)(?!\p{L})/u
const WEEKDAYS =
  /(?<!\p{L})(?:weekdays?|working days?|werktags|werktagen|wochentags|laborables?|entre semana|en semaine|jours ouvrables|feriali|dias uteis|doordeweeks)(?!\p{L})/u
const WEEKEND =
  /(?<!\p{L})(?:weekends?|wochenenden?|fin(?:es)? de semana|week-ends?|fine settimana|fim de semana)(?!\p{L})/u

const SEVERAL = [ALL_DAYS, WEEKDAYS, WEEKEND]
/** What stands between the first and the last day of a span: "Monday to Friday", "vom 22. Dezember bis 2. Januar". */
const SPAN =
  /^[\s.,]*(?:-|–|—|to|until|till|through|bis|bis zum|a|al|hasta|hasta el|au|jusqu'au|ate|tot|t\/m)[\s.]*(?:the |el |le |il )?(?:\d{1,2}[.ºe]*\s*(?:de\s+)?)?$/u
const PATTERNS = {
  days: DAYS.map(
    (forms, at) =>
      new RegExp(
        `(?<!\\p{L})(?:(?:${forms})${ENDING}|(?:${SHORT_DAYS[at]})(?=\\.?\\s*(?:-|–|—|:|\\d))|(?<=[-–—]\\s*)(?:${SHORT_DAYS[at]}))(?!\\p{L})`,
        'gu',
      ),
  ),
  months: MONTHS.map((forms) => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'gu')),
}

/** The days of the week that a text without accents and capitals names, by themselves or within a span, from 0. */
export function daysIn(text: string): Set<number> {
  const days = namedIn(text, PATTERNS.days)
  if (ALL_DAYS.test(text)) for (let day = 0; day < 7; day += 1) days.add(day)
  if (WEEKDAYS.test(text)) for (let day = 0; day < 5; day += 1) days.add(day)
  if (WEEKEND.test(text)) for (const day of [5, 6]) days.add(day)
  return days
}

/** The months that a text without accents and capitals names, by themselves or within a span, from 0. */
export const monthsIn = (text: string): Set<number> => namedIn(text, PATTERNS.months)

export const withoutDays = (text: string): string =>
  [...PATTERNS.days, ...PATTERNS.months, ...SEVERAL].reduce((left, pattern) => left.replace(pattern, ' '), text)

function namedIn(text: string, patterns: readonly RegExp[]): Set<number> {
  const named = new Set<number>()
  const places = patterns.flatMap((pattern, at) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ at, from: index, to: index + found.length })),
  )
  places.sort((one, other) => one.from - other.from)
  for (const [place, { at, to }] of places.entries()) {
    named.add(at)
    const next = places[place + 1]
    if (!next || !SPAN.test(text.slice(to, next.from))) continue
    for (let step = at; step !== next.at; step = (step + 1) % patterns.length) named.add(step)
  }
  return named
}
