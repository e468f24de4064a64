import type { Language } from './language.ts'

/** The built-in model's own sentences; all else is quoted. Some replace what a provider's model may not say. */
type PhraseName =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'robot'
  | 'unknown'
  | 'noPerson'
  | 'goesOn'
  | 'handOver'
  | 'unknownHandOver'
  | 'unknownOffer'
  | 'form'
  | 'formDone'

export const PHRASES: Record<Language, Record<PhraseName, string>> = {
  en: {
    greeting: 'Hello! What can I help you with?',
    thanks: 'You are welcome! Is there anything else I can help you with?',
    goodbye: 'Goodbye, and have a good day!',
    robot: 'I am an automated assistant. I answer from the information I have been given.',
    unknown: 'I am sorry, I do not know the answer to that: it is not in the information I have been given.',
    noPerson:
      'I am an automated assistant and cannot bring a person into this chat. Ask me anything and I will do my best.',
    goesOn: 'I go on answering here, so ask me anything.',
    handOver: 'Of course. I am handing this conversation over: a person will take over and reply here.',
    unknownHandOver: 'I am sorry, I do not know the answer to that. A person will take over and reply here.',
    unknownOffer: 'I don’t know this. Shall I get a person?',
    form: 'Gladly. Please fill in the form below.',
    formDone: 'Thank you, your details have been received. Is there anything else I can help you with?',
  },
  de: {
    greeting: 'Hallo! Wie kann ich Ihnen helfen?',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas für Sie tun?',
    goodbye: 'Auf Wiedersehen und einen schönen Tag!',
    robot: 'Ich bin ein automatischer Assistent und antworte aus den Informationen, die mir vorliegen.',
    unknown: 'Das weiß ich leider nicht: Dazu steht nichts in den Informationen, die mir vorliegen.',
    noPerson:
      'Ich bin ein automatischer Assistent und kann niemanden in diesen Chat holen. Fragen Sie mich gern, was ich beantworten kann.',
    goesOn: 'Ich antworte hier weiter, fragen Sie mich gern.',
    handOver: 'Gern. Ich gebe das Gespräch weiter: Eine Person übernimmt und antwortet hier.',
    unknownHandOver: 'Das weiß ich leider nicht. Eine Person übernimmt und antwortet hier.',
    unknownOffer: 'Das weiß ich nicht. Soll ich einen Menschen holen?',
    form: 'Gern. Bitte füllen Sie das Formular aus.',
    formDone: 'Vielen Dank, Ihre Angaben sind angekommen. Kann ich sonst noch etwas für Sie tun?',
  },
  fr: {
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    thanks: 'Je vous en prie ! Puis-je vous aider pour autre chose ?',
    goodbye: 'Au revoir et bonne journée !',
    robot: 'Je suis un assistant automatique et je réponds à partir des informations dont je dispose.',
    unknown: 'Je suis désolé, je ne connais pas la réponse : elle ne figure pas dans les informations dont je dispose.',
    noPerson:
      'Je suis un assistant automatique et je ne peux pas faire venir une personne dans cette discussion. Posez-moi vos questions, je ferai de mon mieux.',
    goesOn: 'Je continue à répondre ici, posez-moi vos questions.',
    handOver: 'Bien sûr. Je transmets la conversation : une personne va prendre le relais et vous répondre ici.',
    unknownHandOver:
      'Je suis désolé, je ne connais pas la réponse. Une personne va prendre le relais et vous répondre ici.',
    unknownOffer: 'Je ne le sais pas. Dois-je appeler une personne ?',
    form: 'Volontiers. Veuillez remplir le formulaire ci-dessous.',
    formDone: 'Merci, vos informations ont bien été reçues. Puis-je vous aider pour autre chose ?',
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    goodbye: '¡Hasta luego y que tenga un buen día!',
    robot: 'Soy un asistente automático y respondo con la información que tengo.',
    unknown: 'Lo siento, no sé la respuesta: no está en la información que tengo.',
    noPerson:
      'Soy un asistente automático y no puedo traer a una persona a este chat. Pregúnteme lo que quiera y haré lo posible.',
    goesOn: 'Sigo respondiendo aquí, pregúnteme lo que quiera.',
    handOver: 'Por supuesto. Paso la conversación: una persona se hará cargo y le responderá aquí.',
    unknownHandOver: 'Lo siento, no sé la respuesta. Una persona se hará cargo y le responderá aquí.',
    unknownOffer: 'Eso no lo sé. ¿Aviso a una persona?',
    form: 'Con gusto. Por favor, rellene el formulario.',
    formDone: 'Gracias, hemos recibido sus datos. ¿Puedo ayudarle en algo más?',
  },
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    goodbye: 'Até logo e tenha um bom dia!',
    robot: 'Sou um assistente automático e respondo com as informações que tenho.',
    unknown: 'Desculpe, não sei a resposta: ela não está nas informações que tenho.',
    noPerson:
      'Sou um assistente automático e não consigo trazer uma pessoa para esta conversa. Pergunte o que quiser e farei o possível.',
    goesOn: 'Continuo a responder aqui, pergunte o que quiser.',
    handOver: 'Claro. Vou passar a conversa: uma pessoa vai assumir e responder aqui.',
    unknownHandOver: 'Desculpe, não sei a resposta. Uma pessoa vai assumir e responder aqui.',
    unknownOffer: 'Isso eu não sei. Devo chamar uma pessoa?',
    form: 'Com prazer. Por favor, preencha o formulário.',
    formDone: 'Obrigado, recebemos os seus dados. Posso ajudar em mais alguma coisa?',
  },
  it: {
    greeting: 'Ciao! Come posso aiutarla?',
    thanks: 'Prego! Posso aiutarla con qualcos’altro?',
    goodbye: 'Arrivederci e buona giornata!',
    robot: 'Sono un assistente automatico e rispondo con le informazioni di cui dispongo.',
    unknown: 'Mi dispiace, non conosco la risposta: non è tra le informazioni di cui dispongo.',
    noPerson:
      'Sono un assistente automatico e non posso far entrare una persona in questa chat. Mi chieda pure, farò del mio meglio.',
    goesOn: 'Continuo a rispondere qui, mi chieda pure.',
    handOver: 'Certo. Passo la conversazione: una persona la prenderà in carico e risponderà qui.',
    unknownHandOver:
      'Mi dispiace, non conosco la risposta. Una persona prenderà in carico la conversazione e risponderà qui.',
    unknownOffer: 'Questo non lo so. Chiamo una persona?',
    form: 'Volentieri. Compili per favore il modulo.',
    formDone: 'Grazie, abbiamo ricevuto i suoi dati. Posso aiutarla con qualcos’altro?',
  },
  nl: {
    greeting: 'Hallo! Waarmee kan ik u helpen?',
    thanks: 'Graag gedaan! Kan ik u nog ergens mee helpen?',
    goodbye: 'Tot ziens en een fijne dag!',
    robot: 'Ik ben een automatische assistent en antwoord met de informatie die ik heb.',
    unknown: 'Het spijt me, dat weet ik niet: het staat niet in de informatie die ik heb.',
    noPerson:
      'Ik ben een automatische assistent en kan geen persoon in deze chat halen. Stel gerust uw vraag, ik doe mijn best.',
    goesOn: 'Ik antwoord hier verder, stel gerust uw vraag.',
    handOver: 'Natuurlijk. Ik draag het gesprek over: een persoon neemt het over en antwoordt hier.',
    unknownHandOver: 'Het spijt me, dat weet ik niet. Een persoon neemt het over en antwoordt hier.',
    unknownOffer: 'Dat weet ik niet. Zal ik iemand erbij halen?',
    form: 'Graag. Vul het formulier hieronder in.',
    formDone: 'Dank u, uw gegevens zijn ontvangen. Kan ik u nog ergens mee helpen?',
  },
  pl: {
    greeting: 'Dzień dobry! W czym mogę pomóc?',
    thanks: 'Nie ma za co! Czy mogę jeszcze w czymś pomóc?',
    goodbye: 'Do widzenia i miłego dnia!',
    robot: 'Jestem automatycznym asystentem i odpowiadam na podstawie informacji, które mam.',
    unknown: 'Przykro mi, nie znam odpowiedzi: nie ma jej w informacjach, które mam.',
    noPerson:
      'Jestem automatycznym asystentem i nie mogę nikogo zaprosić do tego czatu. Proszę pytać, postaram się pomóc.',
    goesOn: 'Nadal tu odpowiadam, proszę pytać.',
    handOver: 'Oczywiście. Przekazuję rozmowę: odpowie tutaj nasz pracownik.',
    unknownHandOver: 'Przykro mi, nie znam odpowiedzi. Rozmowę przejmie nasz pracownik i odpowie tutaj.',
    unknownOffer: 'Tego nie wiem. Czy poprosić człowieka?',
    form: 'Chętnie. Proszę wypełnić poniższy formularz.',
    formDone: 'Dziękujemy, dane dotarły. Czy mogę jeszcze w czymś pomóc?',
  },
  tr: {
    greeting: 'Merhaba! Size nasıl yardımcı olabilirim?',
    thanks: 'Rica ederim! Başka bir konuda yardımcı olabilir miyim?',
    goodbye: 'Hoşça kalın, iyi günler!',
    robot: 'Ben otomatik bir asistanım ve bana verilen bilgilerle yanıt veriyorum.',
    unknown: 'Üzgünüm, bunun yanıtını bilmiyorum: bana verilen bilgilerde yer almıyor.',
    noPerson:
      'Ben otomatik bir asistanım ve bu sohbete bir yetkili çağıramıyorum. Sorularınızı yanıtlamak için elimden geleni yaparım.',
    goesOn: 'Burada yanıt vermeyi sürdürüyorum, sorabilirsiniz.',
    handOver: 'Elbette. Sohbeti devrediyorum: bir yetkili devralıp buradan yanıt verecek.',
    unknownHandOver: 'Üzgünüm, bunun yanıtını bilmiyorum. Bir yetkili devralıp buradan yanıt verecek.',
    unknownOffer: 'Bunu bilmiyorum. Bir yetkili çağırayım mı?',
    form: 'Memnuniyetle. Lütfen aşağıdaki formu doldurun.',
    formDone: 'Teşekkürler, bilgileriniz ulaştı. Başka bir konuda yardımcı olabilir miyim?',
  },
  uk: {
    greeting: 'Вітаю! Чим я можу допомогти?',
    thanks: 'Будь ласка! Чи можу я допомогти ще чимось?',
    goodbye: 'До побачення, гарного дня!',
    robot: 'Я автоматичний асистент і відповідаю на основі інформації, яку маю.',
    unknown: 'На жаль, я не знаю відповіді: її немає в інформації, яку я маю.',
    noPerson: 'Я автоматичний асистент і не можу запросити людину до цього чату. Запитуйте, я спробую допомогти.',
    goesOn: 'Я й далі відповідаю тут, запитуйте.',
    handOver: 'Звичайно. Передаю розмову: людина продовжить її та відповість тут.',
    unknownHandOver: 'На жаль, я не знаю відповіді. Людина продовжить розмову та відповість тут.',
    unknownOffer: 'Цього я не знаю. Покликати людину?',
    form: 'Залюбки. Заповніть, будь ласка, форму нижче.',
    formDone: 'Дякуємо, ваші дані отримано. Чи можу я допомогти ще чимось?',
  },
  ru: {
    greeting: 'Здравствуйте! Чем я могу помочь?',
    thanks: 'Пожалуйста! Могу ли я помочь чем-нибудь ещё?',
    goodbye: 'До свидания, хорошего дня!',
    robot: 'Я автоматический ассистент и отвечаю на основе имеющейся у меня информации.',
    unknown: 'К сожалению, я не знаю ответа: его нет в имеющейся у меня информации.',
    noPerson: 'Я автоматический ассистент и не могу пригласить человека в этот чат. Спрашивайте, я постараюсь помочь.',
    goesOn: 'Я продолжаю отвечать здесь, спрашивайте.',
    handOver: 'Конечно. Передаю разговор: сотрудник продолжит его и ответит здесь.',
    unknownHandOver: 'К сожалению, я не знаю ответа. Сотрудник продолжит разговор и ответит здесь.',
    unknownOffer: 'Этого я не знаю. Позвать человека?',
    form: 'С удовольствием. Заполните, пожалуйста, форму ниже.',
    formDone: 'Спасибо, ваши данные получены. Могу ли я помочь чем-нибудь ещё?',
  },
  ar: {
    greeting: 'مرحبًا! كيف يمكنني مساعدتك؟',
    thanks: 'على الرحب والسعة! هل يمكنني مساعدتك في شيء آخر؟',
    goodbye: 'مع السلامة، أتمنى لك يومًا سعيدًا!',
    robot: 'أنا مساعد آلي وأجيب من المعلومات المتاحة لي.',
    unknown: 'عذرًا، لا أعرف الإجابة عن ذلك: فهي ليست ضمن المعلومات المتاحة لي.',
    noPerson: 'أنا مساعد آلي ولا يمكنني دعوة شخص إلى هذه المحادثة. اسألني ما تشاء وسأبذل جهدي.',
    goesOn: 'أواصل الرد هنا، فاسألني ما تشاء.',
    handOver: 'بالتأكيد. سأحوّل هذه المحادثة: سيتابع معك أحد الأشخاص ويرد هنا.',
    unknownHandOver: 'عذرًا، لا أعرف الإجابة عن ذلك. سيتابع معك أحد الأشخاص ويرد هنا.',
    unknownOffer: 'لا أعرف هذا. هل أستدعي شخصًا؟',
    form: 'بكل سرور. يرجى ملء النموذج أدناه.',
    formDone: 'شكرًا لك، وصلت بياناتك. هل يمكنني مساعدتك في شيء آخر؟',
  },
  he: {
    greeting: 'שלום! איך אפשר לעזור?',
    thanks: 'בשמחה! אפשר לעזור בעוד משהו?',
    goodbye: 'להתראות, ויום נעים!',
    robot: 'אני עוזר אוטומטי ועונה מתוך המידע שברשותי.',
    unknown: 'מצטער, איני יודע את התשובה: היא אינה במידע שברשותי.',
    noPerson: 'אני עוזר אוטומטי ואיני יכול לצרף נציג לצ׳אט הזה. אפשר לשאול אותי, ואעשה כמיטב יכולתי.',
    goesOn: 'אני ממשיך לענות כאן, אפשר לשאול אותי.',
    handOver: 'בוודאי. אני מעביר את השיחה: נציג ימשיך וישיב כאן.',
    unknownHandOver: 'מצטער, איני יודע את התשובה. נציג ימשיך את השיחה וישיב כאן.',
    unknownOffer: 'את זה איני יודע. לקרוא לאדם?',
    form: 'בשמחה. נא למלא את הטופס שלמטה.',
    formDone: 'תודה, הפרטים התקבלו. אפשר לעזור בעוד משהו?',
  },
  ja: {
    greeting: 'こんにちは。どのようなご用件でしょうか？',
    thanks: 'どういたしまして。ほかにお手伝いできることはありますか？',
    goodbye: 'ご利用ありがとうございました。よい一日をお過ごしください。',
    robot: '私は自動アシスタントです。登録された情報をもとにお答えしています。',
    unknown: '申し訳ありませんが、その答えは分かりません。登録された情報に含まれていません。',
    noPerson:
      '私は自動アシスタントで、このチャットに担当者を呼ぶことができません。ご質問があればできる限りお答えします。',
    goesOn: '引き続きこちらでお答えしますので、ご質問ください。',
    handOver: '承知しました。担当者に引き継ぎます。こちらで返信いたします。',
    unknownHandOver: '申し訳ありませんが、その答えは分かりません。担当者が引き継ぎ、こちらで返信いたします。',
    unknownOffer: 'その答えは分かりません。担当者を呼びますか？',
    form: '承知しました。下のフォームにご記入ください。',
    formDone: 'ありがとうございます。内容を受け取りました。ほかにお手伝いできることはありますか？',
  },
  zh: {
    greeting: '您好！请问有什么可以帮您？',
    thanks: '不客气！还有什么可以帮您的吗？',
    goodbye: '再见，祝您愉快！',
    robot: '我是自动助手，根据已有的资料回答问题。',
    unknown: '抱歉，我不知道答案：已有的资料中没有相关内容。',
    noPerson: '我是自动助手，无法请工作人员加入此对话。您可以继续提问，我会尽力回答。',
    goesOn: '我会继续在此回答，请随时提问。',
    handOver: '好的，我正在转接此对话：工作人员会接手并在此回复。',
    unknownHandOver: '抱歉，我不知道答案。工作人员会接手并在此回复。',
    unknownOffer: '这个我不知道。要我请人工来吗？',
    form: '好的，请填写下面的表单。',
    formDone: '谢谢，您的信息已收到。还有什么可以帮您的吗？',
  },
}

const offers = Object.values(PHRASES).map(({ unknownOffer }) => unknownOffer)

/** Whether a reply of the AI is no more than the offer of a person: a question, and no answer to judge. */
export const isOffer = (reply: string): boolean => offers.includes(reply)

/** Whether a reply of the AI ends with the offer of a person. */
export const offersPerson = (reply: string): boolean => offers.some((offer) => reply.endsWith(offer))
