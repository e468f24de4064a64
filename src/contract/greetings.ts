import type { WidgetLocale } from './widget-enums.ts'

/** How a new agent greets visitors, in every language of the chat, until its owner writes another greeting. */
export const defaultGreetings: Record<WidgetLocale, string> = {
  en: 'Hello! How can I help you today?',
  de: 'Hallo! Wie kann ich Ihnen heute helfen?',
  fr: 'Bonjour ! Comment puis-je vous aider aujourd’hui ?',
  es: '¡Hola! ¿En qué puedo ayudarle hoy?',
  it: 'Buongiorno! Come posso aiutarla oggi?',
  pt: 'Olá! Como posso ajudar hoje?',
  nl: 'Hallo! Waarmee kan ik u vandaag helpen?',
  pl: 'Dzień dobry! W czym mogę dziś pomóc?',
  tr: 'Merhaba! Bugün size nasıl yardımcı olabilirim?',
  uk: 'Вітаю! Чим я можу допомогти вам сьогодні?',
  ru: 'Здравствуйте! Чем я могу помочь вам сегодня?',
  ar: 'مرحبًا! كيف يمكنني مساعدتك اليوم؟',
  he: 'שלום! איך אפשר לעזור לך היום?',
  ja: 'こんにちは。どのようなご用件でしょうか？',
  zh: '您好！请问有什么可以帮您？',
}

/**
 * The greeting as a visitor reads it: a new agent's default in the visitor's language, any other as its owner wrote it.
 */
export const greetingIn = (locale: WidgetLocale, greeting: string): string =>
  greeting === defaultGreetings.en ? defaultGreetings[locale] : greeting
