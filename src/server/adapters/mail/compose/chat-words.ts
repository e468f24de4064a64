import type { WidgetLocale } from '#contract/widget-enums.ts'
import { escapeHtml } from '../../../text/escape-html.ts'
import { lineOf } from '../read/addresses.ts'
import { markdownOfMail, type Written } from './markdown-of-mail.ts'

/** For how many days the link in such a mail opens the chat. */
export const CHAT_LINK_DAYS = 7

/** With `{agent}`, `{name}` and `{days}`. */
interface Phrases {
  subject: string
  wrote: string
  reply: string
  open: string
  link: string
  stopThere: string
  stop: string
}

const phrases: Record<WidgetLocale, Phrases> = {
  en: {
    subject: 'Your chat with {agent}',
    wrote: '{name} wrote:',
    reply: 'To answer, simply reply to this mail.',
    open: 'Open the chat',
    link: 'The link opens your chat on any device for {days} days. Whoever has it can read and write there, so do not pass it on.',
    stopThere: 'You get this mail because you left your address in this chat. In the chat you can stop further mails.',
    stop: 'You get this mail because your address is known in this chat. To stop further mails, reply and say so.',
  },
  de: {
    subject: 'Ihr Chat mit {agent}',
    wrote: '{name} schrieb:',
    reply: 'Zum Antworten genügt eine Antwort auf diese Mail.',
    open: 'Chat öffnen',
    link: 'Der Link öffnet Ihren Chat {days} Tage lang auf jedem Gerät. Wer ihn hat, kann dort lesen und schreiben: Geben Sie ihn nicht weiter.',
    stopThere:
      'Sie erhalten diese Mail, weil Sie in diesem Chat Ihre Adresse hinterlassen haben. Im Chat können Sie weitere Mails abstellen.',
    stop: 'Sie erhalten diese Mail, weil Ihre Adresse in diesem Chat bekannt ist. Wenn Sie keine weiteren möchten, antworten Sie und sagen Sie es.',
  },
  fr: {
    subject: 'Votre conversation avec {agent}',
    wrote: '{name} a écrit :',
    reply: 'Pour répondre, répondez simplement à cet e-mail.',
    open: 'Ouvrir la conversation',
    link: 'Le lien ouvre votre conversation sur tout appareil pendant {days} jours. Quiconque le possède peut y lire et y écrire : ne le transmettez pas.',
    stopThere:
      'Vous recevez cet e-mail parce que vous avez laissé votre adresse dans cette conversation. Vous pouvez y arrêter les e-mails.',
    stop: 'Vous recevez cet e-mail parce que votre adresse est connue dans cette conversation. Pour ne plus en recevoir, répondez en le demandant.',
  },
  es: {
    subject: 'Su chat con {agent}',
    wrote: '{name} escribió:',
    reply: 'Para contestar, basta con responder a este correo.',
    open: 'Abrir el chat',
    link: 'El enlace abre su chat en cualquier dispositivo durante {days} días. Quien lo tenga puede leer y escribir allí: no lo comparta.',
    stopThere: 'Recibe este correo porque dejó su dirección en este chat. En el chat puede detener más correos.',
    stop: 'Recibe este correo porque su dirección consta en este chat. Para no recibir más, responda diciéndolo.',
  },
  it: {
    subject: 'La Sua chat con {agent}',
    wrote: '{name} ha scritto:',
    reply: 'Per rispondere, basta rispondere a questa e-mail.',
    open: 'Apri la chat',
    link: 'Il link apre la Sua chat su qualsiasi dispositivo per {days} giorni. Chi lo possiede può leggere e scrivere: non lo inoltri.',
    stopThere:
      'Riceve questa e-mail perché ha lasciato il Suo indirizzo in questa chat. Nella chat può interrompere altre e-mail.',
    stop: 'Riceve questa e-mail perché il Suo indirizzo è noto in questa chat. Per non riceverne altre, risponda dicendolo.',
  },
  pt: {
    subject: 'O seu chat com {agent}',
    wrote: '{name} escreveu:',
    reply: 'Para responder, basta responder a este e-mail.',
    open: 'Abrir o chat',
    link: 'A ligação abre o seu chat em qualquer dispositivo durante {days} dias. Quem a tiver pode ler e escrever nele: não a partilhe.',
    stopThere: 'Recebe este e-mail porque deixou o seu endereço neste chat. No chat pode parar os próximos e-mails.',
    stop: 'Recebe este e-mail porque o seu endereço é conhecido neste chat. Para não receber mais, responda a dizê-lo.',
  },
  nl: {
    subject: 'Uw chat met {agent}',
    wrote: '{name} schreef:',
    reply: 'Om te antwoorden, beantwoordt u gewoon deze mail.',
    open: 'Chat openen',
    link: 'De link opent uw chat {days} dagen lang op elk apparaat. Wie de link heeft, kan daar lezen en schrijven: geef hem niet door.',
    stopThere:
      'U krijgt deze mail omdat u in deze chat uw adres hebt achtergelaten. In de chat kunt u verdere mails stopzetten.',
    stop: 'U krijgt deze mail omdat uw adres in deze chat bekend is. Wilt u er geen meer, antwoord dan en zeg dat.',
  },
  pl: {
    subject: 'Twój czat z {agent}',
    wrote: '{name} – wiadomość:',
    reply: 'Aby odpowiedzieć, wystarczy odpisać na tego maila.',
    open: 'Otwórz czat',
    link: 'Link otwiera Twój czat na każdym urządzeniu przez {days} dni. Kto go ma, może tam czytać i pisać, dlatego nie przekazuj go dalej.',
    stopThere:
      'Otrzymujesz tę wiadomość, ponieważ w tym czacie podano Twój adres. W czacie możesz zatrzymać kolejne maile.',
    stop: 'Otrzymujesz tę wiadomość, ponieważ w tym czacie znany jest Twój adres. Jeśli nie chcesz kolejnych, napisz to w odpowiedzi.',
  },
  tr: {
    subject: '{agent} ile sohbetiniz',
    wrote: '{name} yazdı:',
    reply: 'Yanıt vermek için bu e-postayı yanıtlamanız yeterlidir.',
    open: 'Sohbeti aç',
    link: 'Bağlantı, sohbetinizi {days} gün boyunca her cihazda açar. Bağlantıya sahip olan herkes orada okuyup yazabilir; lütfen paylaşmayın.',
    stopThere:
      'Bu e-postayı, bu sohbette adresinizi bıraktığınız için alıyorsunuz. Sohbette sonraki e-postaları durdurabilirsiniz.',
    stop: 'Bu e-postayı, adresiniz bu sohbette bilindiği için alıyorsunuz. Başka e-posta istemiyorsanız yanıtlayıp belirtin.',
  },
  uk: {
    subject: 'Ваш чат із {agent}',
    wrote: '{name} пише:',
    reply: 'Щоб відповісти, просто дайте відповідь на цей лист.',
    open: 'Відкрити чат',
    link: 'Посилання відкриває ваш чат на будь-якому пристрої протягом {days} днів. Хто його має, може там читати й писати, тож не передавайте його.',
    stopThere: 'Ви отримали цей лист, бо залишили в цьому чаті свою адресу. У чаті можна зупинити подальші листи.',
    stop: 'Ви отримали цей лист, бо ваша адреса відома в цьому чаті. Щоб більше їх не отримувати, напишіть про це у відповіді.',
  },
  ru: {
    subject: 'Ваш чат с {agent}',
    wrote: '{name} пишет:',
    reply: 'Чтобы ответить, просто ответьте на это письмо.',
    open: 'Открыть чат',
    link: 'Ссылка открывает ваш чат на любом устройстве в течение {days} дней. У кого она есть, тот может там читать и писать, поэтому не передавайте её.',
    stopThere:
      'Вы получили это письмо, потому что оставили в этом чате свой адрес. В чате можно остановить дальнейшие письма.',
    stop: 'Вы получили это письмо, потому что ваш адрес известен в этом чате. Чтобы больше их не получать, напишите об этом в ответе.',
  },
  ar: {
    subject: 'محادثتك مع {agent}',
    wrote: 'كتب {name}:',
    reply: 'للرد، يكفي أن ترد على هذه الرسالة.',
    open: 'فتح المحادثة',
    link: 'يفتح الرابط محادثتك على أي جهاز لمدة {days} أيام. من يملكه يستطيع القراءة والكتابة فيها، فلا تشاركه مع أحد.',
    stopThere: 'تصلك هذه الرسالة لأنك تركت عنوانك في هذه المحادثة. يمكنك إيقاف الرسائل التالية من داخل المحادثة.',
    stop: 'تصلك هذه الرسالة لأن عنوانك معروف في هذه المحادثة. لإيقاف الرسائل التالية، رد واطلب ذلك.',
  },
  he: {
    subject: 'הצ׳אט שלך עם {agent}',
    wrote: 'הודעה מאת {name}:',
    reply: 'כדי להשיב, פשוט השיבו למייל הזה.',
    open: 'פתיחת הצ׳אט',
    link: 'הקישור פותח את הצ׳אט שלך בכל מכשיר במשך {days} ימים. כל מי שהקישור בידו יכול לקרוא ולכתוב שם, לכן אין להעביר אותו הלאה.',
    stopThere: 'המייל הזה נשלח כי השארת בצ׳אט הזה את כתובתך. בצ׳אט אפשר להפסיק מיילים נוספים.',
    stop: 'המייל הזה נשלח כי כתובתך ידועה בצ׳אט הזה. כדי להפסיק מיילים נוספים, השיבו וציינו זאת.',
  },
  ja: {
    subject: '{agent}とのチャット',
    wrote: '{name}からのメッセージ：',
    reply: 'このメールにそのまま返信すると、お返事いただけます。',
    open: 'チャットを開く',
    link: 'このリンクは{days}日間、どの端末でもお客様のチャットを開きます。リンクを持つ人は誰でも読み書きできるため、他の方に渡さないでください。',
    stopThere:
      'このメールは、チャットでメールアドレスをお知らせいただいたためお送りしています。以後のメールはチャットで停止できます。',
    stop: 'このメールは、チャットでメールアドレスを把握しているためお送りしています。以後のメールが不要な場合は、その旨をご返信ください。',
  },
  zh: {
    subject: '您与{agent}的对话',
    wrote: '{name}写道：',
    reply: '直接回复此邮件即可回答。',
    open: '打开对话',
    link: '此链接在 {days} 天内可在任何设备上打开您的对话。持有链接的人都能在其中阅读和发言，请勿转发。',
    stopThere: '您收到此邮件，是因为您在该对话中留下了邮箱地址。您可以在对话中停止后续邮件。',
    stop: '您收到此邮件，是因为该对话中有您的邮箱地址。如不想再收到邮件，请回复说明。',
  },
}

export const subjectOfChat = (language: WidgetLocale, agent: string): string =>
  phrases[language].subject.replace('{agent}', () => lineOf(agent))

/** What a person wrote in a chat; `name` is how visitors see them. */
export interface Said {
  name: string
  /** Markdown. */
  content: string
}

/**
 * What a mail to a visitor who has left the chat says: who wrote what, how to answer and to stop such mails.
 * @param link where the chat opens on any device; null if there is no such link
 */
export function chatWords(language: WidgetLocale, said: readonly Said[], link: string | null): Written[] {
  const { wrote, reply, open, link: about, stopThere, stop } = phrases[language]
  const words = said.flatMap(({ name, content }, index) => {
    const isNew = name !== said[index - 1]?.name
    return [
      ...(isNew
        ? [
            paragraph(
              wrote.replace('{name}', () => lineOf(name)),
              'b',
            ),
          ]
        : []),
      markdownOfMail(content),
    ]
  })
  const notes = [reply, ...(link === null ? [stop] : [about.replace('{days}', String(CHAT_LINK_DAYS)), stopThere])]
  return [
    ...words,
    RULE,
    ...(link === null ? [] : [linkTo(link, open)]),
    ...notes.map((note) => paragraph(note, 'small')),
  ]
}

const RULE: Written = { text: '* * *', html: '<hr>' }

const paragraph = (text: string, tag: 'b' | 'small'): Written => ({
  text,
  html: `<p><${tag}>${escapeHtml(text)}</${tag}></p>`,
})

const linkTo = (url: string, label: string): Written => ({
  text: `${label}:\n${url}`,
  html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
})
