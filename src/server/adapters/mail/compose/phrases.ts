import { type WidgetLocale, widgetLocales } from '#contract/widget-enums.ts'

interface Phrases {
  /** Says of an AI's mail who wrote it, and how to reach a person. */
  byAi: string
  sources: string
  /** Says of a quoted mail when who wrote it. */
  wrote: (date: string, who: string) => string
}

const phrases: Record<WidgetLocale, Phrases> = {
  en: {
    byAi: 'This answer was written by an AI. To reach a person, reply and say so.',
    sources: 'Sources',
    wrote: (date, who) => `On ${date}, ${who} wrote:`,
  },
  de: {
    byAi: 'Diese Antwort hat eine KI geschrieben. Wenn Sie einen Menschen wünschen, antworten Sie und sagen Sie es.',
    sources: 'Quellen',
    wrote: (date, who) => `Am ${date} schrieb ${who}:`,
  },
  fr: {
    byAi: 'Cette réponse a été rédigée par une IA. Pour joindre une personne, répondez en le demandant.',
    sources: 'Sources',
    wrote: (date, who) => `Le ${date}, ${who} a écrit :`,
  },
  es: {
    byAi: 'Esta respuesta la ha escrito una IA. Para hablar con una persona, responda e indíquelo.',
    sources: 'Fuentes',
    wrote: (date, who) => `El ${date}, ${who} escribió:`,
  },
  it: {
    byAi: 'Questa risposta è stata scritta da un’IA. Per parlare con una persona, risponda chiedendolo.',
    sources: 'Fonti',
    wrote: (date, who) => `Il ${date}, ${who} ha scritto:`,
  },
  pt: {
    byAi: 'Esta resposta foi escrita por uma IA. Para falar com uma pessoa, responda e diga-o.',
    sources: 'Fontes',
    wrote: (date, who) => `Em ${date}, ${who} escreveu:`,
  },
  nl: {
    byAi: 'Dit antwoord is door AI geschreven. Wilt u een medewerker, antwoord dan en laat het weten.',
    sources: 'Bronnen',
    wrote: (date, who) => `Op ${date} schreef ${who}:`,
  },
  pl: {
    byAi: 'Tę odpowiedź napisała sztuczna inteligencja. Aby skontaktować się z pracownikiem, proszę odpisać i o to poprosić.',
    sources: 'Źródła',
    wrote: (date, who) => `W dniu ${date} ${who} napisał(a):`,
  },
  tr: {
    byAi: 'Bu yanıtı bir yapay zekâ yazdı. Bir yetkiliye ulaşmak için yanıtlayıp bunu belirtin.',
    sources: 'Kaynaklar',
    wrote: (date, who) => `${date} tarihinde ${who} şunu yazdı:`,
  },
  uk: {
    byAi: 'Цю відповідь написав штучний інтелект. Щоб поговорити з людиною, напишіть про це у відповідь.',
    sources: 'Джерела',
    wrote: (date, who) => `${date} ${who} пише:`,
  },
  ru: {
    byAi: 'Этот ответ написал искусственный интеллект. Чтобы связаться с сотрудником, напишите об этом в ответ.',
    sources: 'Источники',
    wrote: (date, who) => `${date} ${who} пишет:`,
  },
  ar: {
    byAi: 'كُتب هذا الرد بواسطة الذكاء الاصطناعي. للتواصل مع شخص، يُرجى الرد وطلب ذلك.',
    sources: 'المصادر',
    wrote: (date, who) => `في ${date}، كتب ${who}:`,
  },
  he: {
    byAi: 'תשובה זו נכתבה על ידי בינה מלאכותית. כדי לפנות לנציג, השיבו וציינו זאת.',
    sources: 'מקורות',
    wrote: (date, who) => `בתאריך ${date}, מאת ${who}:`,
  },
  ja: {
    byAi: 'この回答はAIが作成しました。担当者との連絡をご希望の場合は、その旨をご返信ください。',
    sources: '出典',
    wrote: (date, who) => `${date} ${who}:`,
  },
  zh: {
    byAi: '此回复由 AI 撰写。如需人工服务，请直接回复说明。',
    sources: '来源',
    wrote: (date, who) => `${date}，${who} 写道：`,
  },
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly WidgetLocale[] = ['ar', 'he']

/** The language of ours that is nearest to a language tag such as `pt-BR`: English if none is. */
export const languageOf = (locale: string): WidgetLocale => {
  const language = locale.toLowerCase().split(/[-_]/, 1)[0]
  return widgetLocales.find((each) => each === language) ?? 'en'
}

export const phrasesOf = (language: WidgetLocale): Phrases => phrases[language]

export const directionOf = (language: WidgetLocale): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr')
