import type { WidgetLocale } from '#contract/widget-enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { chatLanguage } from '../agents/index.ts'
import { addressForm } from './address-form.ts'
import { apologies } from './apologies.ts'
import type { HandOverWords } from './command.ts'
import { expectationOf } from './expectation.ts'
import { selectVisitorLocale } from './visit-queries.ts'

type Phrase = 'ai_is_spent' | 'person_comes' | 'nobody_comes'

/** What a visitor is told if the AI may not reply any more or they ask for a person, in all languages of the widget. */
const phrases: Record<WidgetLocale, Record<Phrase, string>> = {
  en: {
    ai_is_spent: 'The assistant cannot answer right now. A person will read your message and reply here.',
    person_comes: 'A person will take over from here.',
    nobody_comes: 'Nobody can join this chat. The assistant goes on answering here.',
  },
  de: {
    ai_is_spent: 'Der Assistent kann gerade nicht antworten. Ein Mensch liest Ihre Nachricht und antwortet hier.',
    person_comes: 'Ab hier übernimmt ein Mensch.',
    nobody_comes: 'In diesen Chat kann niemand kommen. Der Assistent antwortet hier weiter.',
  },
  fr: {
    ai_is_spent: 'L’assistant ne peut pas répondre pour le moment. Une personne lira votre message et répondra ici.',
    person_comes: 'Une personne prend le relais.',
    nobody_comes: 'Personne ne peut rejoindre ce chat. L’assistant continue de répondre ici.',
  },
  es: {
    ai_is_spent: 'El asistente no puede responder ahora. Una persona leerá su mensaje y responderá aquí.',
    person_comes: 'Una persona se hará cargo a partir de aquí.',
    nobody_comes: 'Nadie puede unirse a este chat. El asistente sigue respondiendo aquí.',
  },
  it: {
    ai_is_spent: 'L’assistente non può rispondere ora. Una persona leggerà il messaggio e risponderà qui.',
    person_comes: 'Da qui prosegue una persona.',
    nobody_comes: 'Nessuno può unirsi a questa chat. L’assistente continua a rispondere qui.',
  },
  pt: {
    ai_is_spent: 'O assistente não pode responder agora. Uma pessoa lerá a sua mensagem e responderá aqui.',
    person_comes: 'Uma pessoa continua a partir daqui.',
    nobody_comes: 'Ninguém pode entrar neste chat. O assistente continua a responder aqui.',
  },
  nl: {
    ai_is_spent: 'De assistent kan nu niet antwoorden. Een medewerker leest uw bericht en antwoordt hier.',
    person_comes: 'Een medewerker neemt het hier over.',
    nobody_comes: 'Niemand kan aan deze chat deelnemen. De assistent blijft hier antwoorden.',
  },
  pl: {
    ai_is_spent: 'Asystent nie może teraz odpowiedzieć. Pracownik przeczyta wiadomość i odpowie tutaj.',
    person_comes: 'Od tej chwili odpowiada pracownik.',
    nobody_comes: 'Nikt nie może dołączyć do tego czatu. Asystent nadal tu odpowiada.',
  },
  tr: {
    ai_is_spent: 'Asistan şu anda yanıt veremiyor. Bir yetkili mesajınızı okuyup buradan yanıtlayacak.',
    person_comes: 'Buradan itibaren bir yetkili devam edecek.',
    nobody_comes: 'Bu sohbete kimse katılamıyor. Asistan burada yanıt vermeyi sürdürüyor.',
  },
  uk: {
    ai_is_spent: 'Асистент зараз не може відповісти. Людина прочитає ваше повідомлення і відповість тут.',
    person_comes: 'Далі вам відповість людина.',
    nobody_comes: 'Ніхто не може приєднатися до чату. Асистент і далі відповідає тут.',
  },
  ru: {
    ai_is_spent: 'Ассистент сейчас не может ответить. Сотрудник прочитает ваше сообщение и ответит здесь.',
    person_comes: 'Дальше вам ответит сотрудник.',
    nobody_comes: 'Никто не может присоединиться к чату. Ассистент продолжает отвечать здесь.',
  },
  ar: {
    ai_is_spent: 'لا يستطيع المساعد الرد الآن. سيقرأ أحد الأشخاص رسالتك ويرد هنا.',
    person_comes: 'سيتابع معك أحد الأشخاص من هنا.',
    nobody_comes: 'لا يمكن لأحد الانضمام إلى هذه المحادثة. سيواصل المساعد الرد هنا.',
  },
  he: {
    ai_is_spent: 'העוזר אינו יכול לענות כעת. נציג יקרא את ההודעה וישיב כאן.',
    person_comes: 'מכאן ימשיך איתך נציג.',
    nobody_comes: 'אף אחד לא יכול להצטרף לצ׳אט הזה. העוזר ממשיך לענות כאן.',
  },
  ja: {
    ai_is_spent: 'アシスタントは現在お答えできません。担当者がメッセージを読み、こちらで返信します。',
    person_comes: 'ここからは担当者が対応します。',
    nobody_comes: 'このチャットに参加できる担当者がいません。引き続きアシスタントがお答えします。',
  },
  zh: {
    ai_is_spent: '助手暂时无法回答。工作人员会阅读您的消息并在此回复。',
    person_comes: '接下来由工作人员为您服务。',
    nobody_comes: '目前没有人能加入此对话。助手会继续在此回答。',
  },
}

/**
 * That people take over and when an answer can be expected, in the language of the agent's chat with this visitor.
 * @param why `ai_failed`: no reply could be made; `ai_is_spent`: no credit, or no reply of the day, is left
 */
export async function handOverWords(
  deps: Pick<Dependencies, 'config' | 'now'>,
  db: Db,
  { agent, visitor }: { agent: Row<'agents'>; visitor: Pick<Row<'visitors'>, 'locale' | 'email'> },
  why: 'ai_failed' | 'ai_is_spent' | 'person_comes',
): Promise<HandOverWords> {
  const language = chatLanguage(agent, visitor)
  const said = why === 'ai_failed' ? apologies[language] : phrases[language][why]
  const expected = await expectationOf(db, agent, language, deps.now())
  return { note: `${said} ${expected}`, form: await addressForm(deps, db, agent, visitor, language) }
}

/** What is said in a conversation, as by `handOverWords`; undefined unless it is in the chat of a website. */
export async function handOverWordsOf(
  deps: Pick<Dependencies, 'config' | 'now'>,
  db: Db,
  agent: Row<'agents'>,
  { origin, visitor_id, chat_user_email: email }: Row<'conversations'>,
  why: Parameters<typeof handOverWords>[3],
): Promise<HandOverWords | undefined> {
  const known = origin === 'widget' && visitor_id !== null ? await selectVisitorLocale(db, visitor_id) : undefined
  return known && handOverWords(deps, db, { agent, visitor: { locale: known.locale, email } }, why)
}

/** What a visitor is told who asks for a person where none may take over from the AI. */
export const nobodyComes = (visitor: Pick<Row<'visitors'>, 'locale'>, agent: Pick<Row<'agents'>, 'widget'>): string =>
  phrases[chatLanguage(agent, visitor)].nobody_comes
