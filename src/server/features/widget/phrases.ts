import type { WidgetLocale } from '#contract/widget-enums.ts'
import type { Row } from '../../db/rows.ts'
import { chatLanguage } from '../agents/index.ts'

type Phrase = 'ai_is_spent' | 'person_comes' | 'nobody_comes'

/** What a visitor is told if the AI may not reply any more or they ask for a person, in all languages of the widget. */
const phrases: Record<WidgetLocale, Record<Phrase, string>> = {
  en: {
    ai_is_spent: 'The assistant cannot answer right now. A person will read your message and reply here.',
    person_comes: 'A person will take over from here. Please stay with us.',
    nobody_comes: 'Nobody can join this chat. Leave your e-mail address here, and we will get back to you.',
  },
  de: {
    ai_is_spent: 'Der Assistent kann gerade nicht antworten. Ein Mensch liest Ihre Nachricht und antwortet hier.',
    person_comes: 'Ab hier übernimmt ein Mensch. Bitte bleiben Sie noch einen Moment.',
    nobody_comes: 'In diesen Chat kann niemand kommen. Hinterlassen Sie Ihre E-Mail-Adresse, dann melden wir uns.',
  },
  fr: {
    ai_is_spent: 'L’assistant ne peut pas répondre pour le moment. Une personne lira votre message et répondra ici.',
    person_comes: 'Une personne prend le relais. Merci de patienter un instant.',
    nobody_comes: 'Personne ne peut rejoindre ce chat. Laissez votre adresse e-mail et nous vous recontacterons.',
  },
  es: {
    ai_is_spent: 'El asistente no puede responder ahora. Una persona leerá su mensaje y responderá aquí.',
    person_comes: 'Una persona se hará cargo a partir de aquí. Espere un momento, por favor.',
    nobody_comes: 'Nadie puede unirse a este chat. Deje su correo electrónico y nos pondremos en contacto.',
  },
  it: {
    ai_is_spent: 'L’assistente non può rispondere ora. Una persona leggerà il messaggio e risponderà qui.',
    person_comes: 'Da qui prosegue una persona. Attenda un momento, per favore.',
    nobody_comes: 'Nessuno può unirsi a questa chat. Lasci il suo indirizzo e-mail e la ricontatteremo.',
  },
  pt: {
    ai_is_spent: 'O assistente não pode responder agora. Uma pessoa lerá a sua mensagem e responderá aqui.',
    person_comes: 'Uma pessoa continua a partir daqui. Aguarde um momento, por favor.',
    nobody_comes: 'Ninguém pode entrar neste chat. Deixe o seu e-mail e entraremos em contacto.',
  },
  nl: {
    ai_is_spent: 'De assistent kan nu niet antwoorden. Een medewerker leest uw bericht en antwoordt hier.',
    person_comes: 'Een medewerker neemt het hier over. Een ogenblik geduld alstublieft.',
    nobody_comes: 'Niemand kan aan deze chat deelnemen. Laat uw e-mailadres achter, dan nemen wij contact op.',
  },
  pl: {
    ai_is_spent: 'Asystent nie może teraz odpowiedzieć. Pracownik przeczyta wiadomość i odpowie tutaj.',
    person_comes: 'Od tej chwili odpowiada pracownik. Prosimy o chwilę cierpliwości.',
    nobody_comes: 'Nikt nie może dołączyć do tego czatu. Proszę zostawić adres e-mail, a skontaktujemy się.',
  },
  tr: {
    ai_is_spent: 'Asistan şu anda yanıt veremiyor. Bir yetkili mesajınızı okuyup buradan yanıtlayacak.',
    person_comes: 'Buradan itibaren bir yetkili devam edecek. Lütfen biraz bekleyin.',
    nobody_comes: 'Bu sohbete kimse katılamıyor. E-posta adresinizi bırakın, size dönüş yapalım.',
  },
  uk: {
    ai_is_spent: 'Асистент зараз не може відповісти. Людина прочитає ваше повідомлення і відповість тут.',
    person_comes: 'Далі вам відповість людина. Будь ласка, зачекайте хвилинку.',
    nobody_comes: 'Ніхто не може приєднатися до чату. Залиште свою електронну адресу, і ми вам напишемо.',
  },
  ru: {
    ai_is_spent: 'Ассистент сейчас не может ответить. Сотрудник прочитает ваше сообщение и ответит здесь.',
    person_comes: 'Дальше вам ответит сотрудник. Пожалуйста, подождите немного.',
    nobody_comes: 'Никто не может присоединиться к чату. Оставьте адрес электронной почты, и мы вам напишем.',
  },
  ar: {
    ai_is_spent: 'لا يستطيع المساعد الرد الآن. سيقرأ أحد الأشخاص رسالتك ويرد هنا.',
    person_comes: 'سيتابع معك أحد الأشخاص من هنا. يرجى الانتظار لحظة.',
    nobody_comes: 'لا يمكن لأحد الانضمام إلى هذه المحادثة. اترك بريدك الإلكتروني وسنعاود الاتصال بك.',
  },
  he: {
    ai_is_spent: 'העוזר אינו יכול לענות כעת. נציג יקרא את ההודעה וישיב כאן.',
    person_comes: 'מכאן ימשיך איתך נציג. נא להמתין רגע.',
    nobody_comes: 'אף אחד לא יכול להצטרף לצ׳אט הזה. השאירו כתובת דוא״ל ונחזור אליכם.',
  },
  ja: {
    ai_is_spent: 'アシスタントは現在お答えできません。担当者がメッセージを読み、こちらで返信します。',
    person_comes: 'ここからは担当者が対応します。少々お待ちください。',
    nobody_comes: 'このチャットに参加できる担当者がいません。メールアドレスを残していただければご連絡します。',
  },
  zh: {
    ai_is_spent: '助手暂时无法回答。工作人员会阅读您的消息并在此回复。',
    person_comes: '接下来由工作人员为您服务，请稍候。',
    nobody_comes: '目前没有人能加入此对话。请留下您的电子邮箱，我们会与您联系。',
  },
}

/** A phrase in the language of the agent's chat with this visitor (`chatLanguage`). */
export function phrase(
  name: Phrase,
  visitor: Pick<Row<'visitors'>, 'locale'>,
  agent: Pick<Row<'agents'>, 'widget'>,
): string {
  return phrases[chatLanguage(agent, visitor)][name]
}
