import type { WidgetLocale } from '#contract/widget-enums.ts'

/**
 * What a visitor is told if an error kept even the built-in model from replying, in every language of the chat widget.
 * An AI that replied but did not know the answer says something else (`unknown` in `phrases.ts`).
 */
export const apologies: Record<WidgetLocale, string> = {
  en: 'I am sorry, I cannot answer right now. A person will take over from here.',
  de: 'Es tut mir leid, ich kann gerade nicht antworten. Ab hier übernimmt ein Mensch.',
  fr: 'Désolé, je ne peux pas répondre pour le moment. Une personne prend le relais.',
  es: 'Lo siento, no puedo responder ahora. Una persona se hará cargo a partir de aquí.',
  it: 'Mi dispiace, non posso rispondere ora. Da qui prosegue una persona.',
  pt: 'Lamento, não posso responder agora. Uma pessoa continua a partir daqui.',
  nl: 'Het spijt me, ik kan nu niet antwoorden. Een medewerker neemt het hier over.',
  pl: 'Przepraszam, nie mogę teraz odpowiedzieć. Od tej chwili odpowiada pracownik.',
  tr: 'Üzgünüm, şu anda yanıt veremiyorum. Buradan itibaren bir yetkili devam edecek.',
  uk: 'На жаль, зараз я не можу відповісти. Далі вам відповість людина.',
  ru: 'К сожалению, сейчас я не могу ответить. Дальше вам ответит сотрудник.',
  ar: 'عذرًا، لا أستطيع الرد الآن. سيتابع معك أحد الأشخاص من هنا.',
  he: 'סליחה, אין לי אפשרות לענות כעת. מכאן ימשיך איתך נציג.',
  ja: '申し訳ありません。現在お答えできません。ここからは担当者が対応します。',
  zh: '抱歉，我暂时无法回答。接下来由工作人员为您服务。',
}
