import type { WidgetLocale } from './widget-enums.ts'

/** In every language of the chat: a word of greeting, who is speaking where an AI answers, and an offer to help. */
const sentences: Record<WidgetLocale, readonly [hello: string, isAi: string, offer: string]> = {
  en: ['Hello!', 'I am an AI assistant.', 'How can I help you today?'],
  de: ['Hallo!', 'Ich bin ein KI-Assistent.', 'Wie kann ich Ihnen heute helfen?'],
  fr: ['Bonjour !', 'Je suis un assistant IA.', 'Comment puis-je vous aider aujourd’hui ?'],
  es: ['¡Hola!', 'Soy un asistente de IA.', '¿En qué puedo ayudarle hoy?'],
  it: ['Buongiorno!', 'Sono un assistente IA.', 'Come posso aiutarla oggi?'],
  pt: ['Olá!', 'Sou um assistente de IA.', 'Como posso ajudar hoje?'],
  nl: ['Hallo!', 'Ik ben een AI-assistent.', 'Waarmee kan ik u vandaag helpen?'],
  pl: ['Dzień dobry!', 'Jestem asystentem AI.', 'W czym mogę dziś pomóc?'],
  tr: ['Merhaba!', 'Ben bir yapay zekâ asistanıyım.', 'Bugün size nasıl yardımcı olabilirim?'],
  uk: ['Вітаю!', 'Я ШІ-асистент.', 'Чим я можу допомогти вам сьогодні?'],
  ru: ['Здравствуйте!', 'Я ИИ-ассистент.', 'Чем я могу помочь вам сегодня?'],
  ar: ['مرحبًا!', 'أنا مساعد يعمل بالذكاء الاصطناعي.', 'كيف يمكنني مساعدتك اليوم؟'],
  he: ['שלום!', 'אני עוזר מבוסס בינה מלאכותית.', 'איך אפשר לעזור לך היום?'],
  ja: ['こんにちは。', 'AIアシスタントです。', 'どのようなご用件でしょうか？'],
  zh: ['您好！', '我是 AI 助手。', '请问有什么可以帮您？'],
}

function usualGreeting(locale: WidgetLocale, isByAi: boolean): string {
  const [hello, isAi, offer] = sentences[locale]
  const space = locale === 'ja' || locale === 'zh' ? '' : ' '
  return (isByAi ? [hello, isAi, offer] : [hello, offer]).join(space)
}

/** How a new agent greets visitors until its owner writes another greeting. */
export const defaultGreeting = usualGreeting('en', true)

/** An owner's greeting as it is; the usual one in the visitor's language, saying that an AI speaks where one does. */
export const greetingIn = (locale: WidgetLocale, greeting: string, isByAi: boolean): string =>
  greeting === defaultGreeting ? usualGreeting(locale, isByAi) : greeting
