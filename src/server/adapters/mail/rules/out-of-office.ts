/** How subjects begin that a machine writes for somebody who is away, by language. */
const PLAIN: Record<string, string[]> = {
  en: [
    "((i am|i['’]m) (currently )?)?out of (the )?office",
    'out-of-office',
    'auto(matic|mated)?[ -]?(reply|response|answer)',
    'away from (the |my )?office',
  ],
  de: [
    'automatische (antwort|rückmeldung|e-?mail-antwort)',
    'abwesenheits',
    'ich bin (nicht im (büro|haus)|abwesend|im urlaub)',
    'nicht im (büro|hause?)',
  ],
  fr: [
    'absence du bureau',
    'absent(e|\\(e\\))? du bureau',
    'réponse automatique',
    "(message|notification|avis) d['’]absence",
  ],
  es: ['respuesta automática', 'fuera de (la )?oficina', 'ausente de la oficina'],
  it: ['risposta automatica', "fuori (sede|(dall['’])?ufficio)"],
  pt: ['resposta automática', 'fora do escritório', 'ausen(te|cia) do escritório', 'ausência do escritório'],
  nl: ['automatisch antwoord', 'automatische reactie', 'niet op kantoor', 'buiten kantoor', 'afwezigheid'],
  sv: ['autosvar', 'automatiskt svar', 'frånvaromeddelande', '(ej|inte) på kontoret'],
  da: ['autosvar', 'automatisk svar', 'fraværsbesked', 'ikke på kontoret'],
  nb: ['automatisk svar', 'fraværsmelding', 'ikke på kontoret', 'utenfor kontoret'],
  fi: ['automaattinen vastaus', 'poissa toimistosta', 'poissaoloilmoitus'],
  pl: ['automatyczna odpowiedź', 'odpowiedź automatyczna', 'poza biurem', 'autoodpowiedź', 'nieobecność w biurze'],
  cs: ['automatická odpověď', 'mimo kancelář', 'nepřítomnost v kanceláři'],
  sk: ['automatická odpoveď', 'mimo kancelárie'],
  hu: ['automatikus válasz', 'házon kívül', 'nem vagyok az irodában'],
  ro: ['răspuns automat', 'în afara biroului'],
  tr: ['otomatik (yanıt|cevap)', 'ofis dışı', 'iş yerinde değil'],
  ru: ['автоматический ответ', 'автоответ', 'вне офиса', 'нет на (месте|работе)', 'нет в офисе'],
  uk: ['автоматична відповідь', 'автовідповідь', 'поза офісом'],
  el: ['αυτόματη απάντηση', 'εκτός γραφείου'],
  ja: ['自動応答', '自動返信', '不在通知', '不在連絡'],
  zh: ['自动(答复|回复|回覆)', '自動(回覆|回復|答覆)', '不在办公室', '不在辦公室'],
  ko: ['자동 ?(회신|응답|답장)', '부재 ?중'],
  ar: ['رد تلقائي', 'الرد التلقائي', 'خارج المكتب'],
  hi: ['स्वचालित (उत्तर|जवाब)'],
  bg: ['автоматичен отговор'],
  hr: ['automatski odgovor', 'izvan ureda'],
  sl: ['samodejni odgovor'],
  ca: ['resposta automàtica'],
  et: ['automaatvastus'],
  lv: ['automātiska atbilde'],
  lt: ['automatinis atsakymas'],
  vi: ['trả lời tự động'],
  id: ['balasan otomatis'],
  th: ['ตอบกลับอัตโนมัติ', 'การตอบกลับอัตโนมัติ'],
  fa: ['پاسخ خودکار'],
  he: ['מענה אוטומטי', 'תשובה אוטומטית', 'מחוץ למשרד'],
}
/** Words of being absent, which begin a machine's subject before a colon, before the subject that it answers, or alone. */
const ABSENT = [
  ...['away', 'abwesen(d|heit)', 'außer haus', 'absen(t|te|ce)', 'ausente', 'ausencia', 'assente', 'assenza'],
  ...['ausência( temporária)?', 'afwezig', 'niet aanwezig', 'frånvaro', 'frånvarande', 'fravær(ende)?', 'poissa'],
  ...['ikke til stede', 'poissaolo(viesti)?', 'nieobecn(y|a|ość|osc)', 'nepřítom(nost|en|na)', 'neprítomn(osť|ý|á)'],
  ...['távollét', 'absent(ă|a)?( de la birou)?', 'отсутствую', 'отсутствие( на рабочем месте)?', 'απουσία'],
  ...['відсутн(я|ій|ість)', '不在', '外出', '外出中', '부재', '외근'],
]
/** Words that people use of other things too, so that they count only in an answer, and not behind `Re:`. */
const IN_AN_ANSWER = [
  ...['auto', 'ooo', 'vacation( (reply|message|notice|response))?', 'holidays?', '(abwesend|bin|ich bin)? ?im urlaub'],
  ...["((i am|i['’]m) )?on ((annual|maternity|parental|sick) )?(leave|vacation|holidays?)", 'urlaub', 'elternzeit'],
  ...[
    '(annual|maternity|parental|sick) leave',
    'betriebsferien',
    '(en )?congés?',
    '(en )?vacances',
    'in ferie',
    'ferie',
  ],
  ...['(de )?vacaciones', '((de|em) )?férias', '((met|op) )?(vakantie|verlof)', '(på )?(semester|ferie)', 'loma(lla)?'],
  ...['(na )?urlopie', 'urlop', '(na )?dovolen(é|á|ej|ka|ke)', 'szabadság(on)?', '(în )?concediu', 'izin(deyim|li)?'],
  ...['(σε )?άδεια', '(в )?отпуске?', '(у )?відпуст(ка|ці)', '休暇', '休暇中', '休假', '休假中', '휴가', '휴가 ?중'],
]
const ANSWERS = '(?:re|aw|sv|vs|antw|odp|回复|回覆)\\s*[:：]'
const START = '^[\\s\\[(*]*'
/** Behind the words of the last two lists: a colon, the end, or the subject that is answered. */
const END = `[\\])*!.]*\\s*(?:[:：]|$|(?<=\\s)${ANSWERS})`

const PLAIN_SUBJECT = new RegExp(
  `${START}(?:${ANSWERS}\\s*)?(?:${Object.values(PLAIN).flat().join('|')})[^?？]*?(?:[:：]|$)`,
  'iu',
)
const ABSENT_SUBJECT = new RegExp(`${START}(?:${ANSWERS}\\s*)?(?:${ABSENT.join('|')})${END}`, 'iu')
const ANSWER_SUBJECT = new RegExp(`${START}(?:${IN_AN_ANSWER.join('|')})${END}`, 'iu')

/**
 * Whether a machine wrote a subject for somebody who is away.
 * @param isAnswer whether its mail names another that it answers
 */
export const isOutOfOffice = (subject: string, isAnswer: boolean): boolean =>
  PLAIN_SUBJECT.test(subject) || ABSENT_SUBJECT.test(subject) || (isAnswer && ANSWER_SUBJECT.test(subject))
