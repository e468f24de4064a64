import { describe, expect, it } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'

describe('intentOf', () => {
  it.each([
    'Can I talk to a person?',
    'I want to speak to a human',
    'speak with a real person please',
    'Please connect me to customer support.',
    'Could you transfer me to one of your agents now?',
    "I'd like to chat with someone from sales team",
    'I need a human',
    'agent please',
    'human',
    'let me talk to your manager!',
    'Put me through to a representative',
    'hand me over to somebody',
    'Ich möchte mit einem Menschen sprechen',
    'Kann ich bitte mit jemandem reden?',
    'Verbinden Sie mich mit einem Mitarbeiter',
    'Je voudrais parler à un conseiller',
    'puis-je parler avec une personne ?',
    'Quiero hablar con un agente',
    '¿Puedo hablar con una persona?',
    'Quero falar com um atendente',
    'Vorrei parlare con un operatore',
    'Ik wil graag met een medewerker spreken',
    '转人工',
    '担当者と話したいです',
  ])('hears that %j asks for a person', (message) => {
    expect(intentOf(message)).toBe('person')
  })

  it.each([
    'Which person wrote the manual?',
    'How many people work for you?',
    'How do I connect to the support server?',
    'How do I connect to a database?',
    'What does the travel agent charge?',
    'Can I speak to the API with curl?',
    'Is there a human-readable format?',
    'How many persons fit into the room?',
    'I want a human resources tool',
    'Who is the manager of the shop?',
    'How do I talk to customers about prices?',
    'Can a person under 18 sign up?',
    'Do I need an agent to sell my house?',
    'Wie viele Personen passen in das Zimmer?',
    'Quelle personne a écrit ce livre ?',
    'What is your refund policy?',
    'Hello, when are you open?',
    'Thanks, but how do I cancel?',
    'Can you help me cancel my order?',
    'help with refunds',
    'no refund?',
  ])('takes %j for a question', (message) => {
    expect(intentOf(message)).toBeNull()
  })

  it.each([
    ['hi', 'greeting'],
    ['Hello there!', 'greeting'],
    ['Good morning 😊', 'greeting'],
    ['Hi, how are you?', 'greeting'],
    ['Guten Tag', 'greeting'],
    ['¡Hola!', 'greeting'],
    ['Hola', 'greeting'],
    ['Can you help me?', 'greeting'],
    ['Hi, I have a question', 'greeting'],
    ['yes', 'greeting'],
    ['ok', 'thanks'],
    ['no, that’s all', 'goodbye'],
    ['thanks', 'thanks'],
    ['Ok, thank you so much!', 'thanks'],
    ['Vielen Dank!', 'thanks'],
    ['bye', 'goodbye'],
    ['Have a nice day!', 'goodbye'],
    ['Are you a bot?', 'robot'],
    ['am I talking to a real person?', 'robot'],
    ['Czy jesteś botem?', 'robot'],
    ['sen robot musun', 'robot'],
    ['ты живой человек?', 'robot'],
    ['Я спілкуюся з людиною?', 'robot'],
    ['هل أنت روبوت؟', 'robot'],
    ['אתה בן אדם?', 'robot'],
    ['ロボットですか', 'robot'],
    ['你是真人吗', 'robot'],
    ['Please call me back tomorrow', 'contact'],
    ['Can someone contact me?', 'contact'],
    ['I would like to leave my details', 'contact'],
    ['Bitte rufen Sie mich an', 'contact'],
  ])('hears %j', (message, intent) => {
    expect(intentOf(message)).toBe(intent)
  })
})

it.each(['talk to a real ', 'hi!', 'thanks, ', 'i need a human ', '((', 'mit einem '])(
  'reads ten thousand characters of %j at once',
  (text) => {
    const long = text.repeat(Math.ceil(10_000 / text.length))
    expect(processorMs(() => intentOf(long))).toBeLessThan(250)
  },
)

describe('languageOf', () => {
  it.each([
    ['How do I reset my password?', 'en'],
    ['Wie lange habe ich Zeit für die Rückgabe?', 'de'],
    ['Quels sont vos horaires ?', 'fr'],
    ['¿Cuándo llega mi pedido?', 'es'],
    ['Quando é que vocês abrem?', 'pt'],
    ['Quando è aperto il negozio?', 'it'],
    ['Wat kost het om te verzenden?', 'nl'],
    ['Kiedy podają śniadanie?', 'pl'],
    ['Ile kosztuje parking?', 'pl'],
    ['Kahvaltı saat kaçta?', 'tr'],
    ['Коли сніданок?', 'uk'],
    ['Когда завтрак?', 'ru'],
    ['متى يُقدَّم الإفطار؟', 'ar'],
    ['هل يعمل هذا مع iPhone 15 Pro Max؟', 'ar'],
    ['מתי מוגשת ארוחת הבוקר?', 'he'],
    ['朝食は何時ですか？', 'ja'],
    ['朝食時間は？', 'ja'],
    ['早餐几点开始？', 'zh'],
    ['What does 你好 mean in your brochure?', 'en'],
    ['Où est la señal à Łódź ?', 'fr'],
    ['xyzzy 123', 'en'],
  ])('knows %j', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })
})
