/**
 * How subjects begin that a machine writes for somebody who is away, by language. Words that people use of other things
 * too stand in the second list, and count only before a colon or alone.
 */
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
    'nicht im (büro|hause)',
  ],
  fr: [
    'absence du bureau',
    'absent(e|\\(e\\))? du bureau',
    'réponse automatique',
    "(message|notification|avis) d['’]absence",
  ],
  es: ['respuesta automática', 'fuera de (la )?oficina'],
  it: ['risposta automatica', "fuori (sede|(dall['’])?ufficio)"],
  pt: ['resposta automática', 'fora do escritório', 'ausência do escritório'],
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
const ALONE = [
  ...['vacation', 'on (annual leave|vacation|holiday|leave)', 'away', 'abwesen(d|heit)', 'im urlaub', 'urlaub'],
  ...['absen(t|te|ce)', 'en congés?', 'ausente', 'ausencia', 'assente', 'assenza', 'ausência', 'afwezig', 'frånvaro'],
  ...['frånvarande', 'fravær', 'poissa', 'poissaolo', 'nieobecno(ść|sc)', 'nepřítomnost', 'távollét', 'absentă?'],
  ...[
    'отсутствую',
    'отсутствие',
    'в отпуске',
    'відсутн(я|ій|ість)',
    'у відпустці',
    'απουσία',
    '不在',
    '外出中',
    '休暇中',
  ],
  ...['休假', '休假中', '外出', '부재', '외근', '휴가'],
]
const REPLY = '^[\\s\\[(*]*(?:(?:re|aw|sv|antw|odp|回复|回覆)\\s*[:：]\\s*)?'

const PLAIN_SUBJECT = new RegExp(`${REPLY}(?:${Object.values(PLAIN).flat().join('|')})[^?？]*?(?:[:：]|$)`, 'iu')
const ALONE_SUBJECT = new RegExp(`${REPLY}(?:${ALONE.join('|')})[\\])*!.]*\\s*(?:[:：]|$)`, 'iu')

/** Whether a machine wrote a subject for somebody who is away. */
export const isOutOfOffice = (subject: string): boolean => PLAIN_SUBJECT.test(subject) || ALONE_SUBJECT.test(subject)
