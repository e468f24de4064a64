import type { Language } from './language.ts'

/** The sentences that the built-in model says in its own words; everything else it says is quoted. */
type PhraseName =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'robot'
  | 'unknown'
  | 'noPerson'
  | 'handOver'
  | 'unknownHandOver'
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
    handOver: 'Of course. I am handing this conversation over: a person will take over and reply here.',
    unknownHandOver: 'I am sorry, I do not know the answer to that. A person will take over and reply here.',
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
    handOver: 'Gern. Ich gebe das Gespräch weiter: Eine Person übernimmt und antwortet hier.',
    unknownHandOver: 'Das weiß ich leider nicht. Eine Person übernimmt und antwortet hier.',
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
    handOver: 'Bien sûr. Je transmets la conversation : une personne va prendre le relais et vous répondre ici.',
    unknownHandOver:
      'Je suis désolé, je ne connais pas la réponse. Une personne va prendre le relais et vous répondre ici.',
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
    handOver: 'Por supuesto. Paso la conversación: una persona se hará cargo y le responderá aquí.',
    unknownHandOver: 'Lo siento, no sé la respuesta. Una persona se hará cargo y le responderá aquí.',
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
    handOver: 'Claro. Vou passar a conversa: uma pessoa vai assumir e responder aqui.',
    unknownHandOver: 'Desculpe, não sei a resposta. Uma pessoa vai assumir e responder aqui.',
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
    handOver: 'Certo. Passo la conversazione: una persona la prenderà in carico e risponderà qui.',
    unknownHandOver:
      'Mi dispiace, non conosco la risposta. Una persona prenderà in carico la conversazione e risponderà qui.',
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
    handOver: 'Natuurlijk. Ik draag het gesprek over: een persoon neemt het over en antwoordt hier.',
    unknownHandOver: 'Het spijt me, dat weet ik niet. Een persoon neemt het over en antwoordt hier.',
    form: 'Graag. Vul het formulier hieronder in.',
    formDone: 'Dank u, uw gegevens zijn ontvangen. Kan ik u nog ergens mee helpen?',
  },
}
