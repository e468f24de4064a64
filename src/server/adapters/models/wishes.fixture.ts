import type { Language } from './language.ts'

interface Said {
  /** Messages that ask for a person, as visitors write them: short, without punctuation, with slips of the finger. */
  wishes: readonly string[]
  /** Messages that say no to a person. */
  refusals: readonly string[]
  /** Questions about people, and other messages that have the same words. */
  others: readonly string[]
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const said = (wishes: string, refusals: string, others: string): Said => ({
  wishes: lines(wishes),
  refusals: lines(refusals),
  others: lines(others),
})

/** What visitors write about people, in every language of the chat. */
export const SAID: Record<Language, Said> = {
  en: said(
    `live chat
    real person pls
    operator
    can i speak to somone please
    i wanna talk to a real human
    pls connect me with an agent asap
    Hi, could you put me through to customer service?
    get me a human!!!
    is there a real person i can chat with
    i dont want a bot i want a human
    no more bots, human please
    this is useless let me talk to a humen
    how do i speak to an agent
    I'd rather talk to a person about my invoice
    transfer me to an opperator
    my parcel never arrived and i want to speak with a representative
    i need to talk to your manager
    talk to support
    i want to talk to someone who can help with my booking
    plz human agent
    is there anyone there
    is anybody there?
    anyone home?
    get me your boss
    this bot is rubbish. get me someone who knows what theyre doing
    could I please have a word with a member of staff?
    put me through to the front desk please
    who can I talk to
    i'm not getting anywhere here, i want a human to look at this
    Thanks but I'd prefer to deal with a person
    I wish to speak with your customer relations team
    talk to ur manager plz
    speak 2 human`,
    `I don’t want to talk to a human, just tell me when the pool opens
    no need for an agent thanks
    please do not transfer me to an operator
    i dont need a real person, only the price
    i'd rather not speak to anyone, what time is breakfast`,
    `do you work with estate agents?
    where is the human resources office
    operator's manual
    is the live chat open on Sundays?
    how many operators work there?
    when can i talk to a person on the phone
    what does an agent cost
    a table for one person please
    are pets and people allowed in the pool
    Which agents speak German?
    is the price per person
    who is the manager of the hotel
    "Talk to a human" button does not work
    When I press "talk to agent" nothing happens`,
  ),
  de: said(
    `Mitarbeiter bitte
    ich möchte mit einem menschen sprechen
    ich moechte mit einem echten Menschen reden
    kann ich mit jemandem sprechen
    live chat
    bitte mit kundenservice verbinden
    verbinden sie mich mit einem mitarbeiter
    echte person bitte
    gibt es hier einen richtigen menschen
    ich will keinen bot ich will einen menschen
    Ich würde gerne mit einem Mitarbeiter über meine Rechnung sprechen
    könnte ich bitte mit einem Berater chatten?
    weiterleiten an mitarbeiter
    kundendienst
    mein Paket ist weg, ich brauche einen Menschen
    hallo ich möchte mit einem Mitabeiter sprechen
    wie kann ich mit einem Menschen reden
    holen Sie mir mal jemanden der sich auskennt
    ist da jemand?
    Kundenberatung bitte
    ich hätte gern einen persönlichen Ansprechpartner
    könnte sich bitte ein Mitarbeiter bei mir melden
    Kann ich bitte mit der Buchhaltung sprechen?
    Bitte verbinden Sie mich mit Ihrer Chefin
    ist jemand da?
    Wann haben Sie geöffnet und kann ich mit jemandem sprechen?`,
    `ich will nicht mit einem Menschen sprechen, sagen Sie mir nur, wann das Bad öffnet
    ich brauche keinen Mitarbeiter nur den Preis
    bitte nicht mit einem Mitarbeiter verbinden
    kein Mensch nötig, wann ist Frühstück
    ohne Mitarbeiter bitte`,
    `Wie viele Mitarbeiter arbeiten bei Ihnen?
    Wann ist der Live-Chat geöffnet?
    Arbeiten Sie mit Immobilienmaklern und Agenten?
    Bedienungsanleitung für den Bediener
    Wie viele Menschen passen in den Saal?
    Was kostet das Zimmer für eine Person?
    Dürfen Mitarbeiter Hunde mitbringen?
    ein Tisch für eine Person bitte
    Muss ich mit einem Mitarbeiter sprechen, um zu kündigen?
    Der Knopf „Mit einem Mitarbeiter sprechen“ geht nicht
    Ich habe schon mit dem Kundendienst telefoniert, wann kommt das Paket?`,
  ),
  fr: said(
    `parler à un humain
    je veux parler a un conseiller svp
    un vrai humain s'il vous plait
    opérateur
    pouvez-vous me mettre en relation avec un conseiller
    est-ce que je peux parler à quelqu'un
    passez-moi un agent
    service client
    je voudrais discuter avec une vraie personne
    chat en direct
    j'aimerais etre mis en contact avec un conseiler
    je ne veux pas de robot, je veux un humain
    transférez-moi à un opérateur
    besoin d'un conseiller
    je souhaite parler à une personne au sujet de ma commande
    y a-t-il un humain ici
    comment parler à un conseiller
    il y a quelqu'un ?
    je voudrais parler au directeur
    mettez-moi en contact avec le responsable des ventes
    est-ce qu'il y a quelqu'un de réel ici ?
    je veux votre patron`,
    `je ne veux pas parler à un humain, dites-moi juste quand ouvre la piscine
    pas besoin d'un conseiller
    je n'ai pas besoin de parler à quelqu'un
    sans conseiller s'il vous plait
    ne me passez pas un agent`,
    `travaillez-vous avec des agents immobiliers ?
    où sont les ressources humaines
    le manuel de l'opérateur
    le chat en direct est-il ouvert le dimanche ?
    combien de conseillers travaillent chez vous ?
    quand puis-je parler à un conseiller
    une table pour une personne svp
    quel est le prix par personne
    le bouton « parler à un conseiller » ne marche pas
    pas la peine d'appeler un conseiller`,
  ),
  es: said(
    `quiero hablar con una persona
    un humano por favor
    agente
    me puede comunicar con un asesor
    pasame con un operador porfa
    puedo hablar con alguien
    atencion al cliente
    chat en vivo
    necesito hablar con un representante ya
    me gustaría hablar con una persona de verdad
    no quiero un bot, quiero una persona
    conecteme con un agente humano
    hola buenas quisiera hablar con un opreador
    hay alguna persona real con quien pueda hablar
    transferirme a un agente
    quiero que me atienda una persona
    necesito ayuda de un humano
    como puedo hablar con un asesor
    ¿hay alguien ahí?`,
    `no quiero hablar con una persona, solo dime cuándo abre la piscina
    no necesito un agente, solo el precio
    no hace falta un operador
    sin hablar con nadie, a qué hora es el desayuno
    no me pase con un asesor`,
    `¿trabajan con agentes inmobiliarios?
    recursos humanos
    manual del operador
    ¿el chat en vivo está abierto los domingos?
    ¿cuántos operadores trabajan ahí?
    ¿cuándo puedo hablar con un agente?
    una mesa para una persona por favor
    precio por persona
    el botón «hablar con un agente» no funciona`,
  ),
  pt: said(
    `quero falar com um atendente
    atendente por favor
    falar com uma pessoa
    humano
    posso falar com alguém?
    me transfere para um atendente
    preciso de um atendente humano
    gostaria de falar com uma pessoa de verdade
    atendimento humano
    me passa pra um humano pfv
    chat ao vivo
    não quero robô, quero uma pessoa
    queria falar com um operador sobre a minha fatura
    pode me conectar com o suporte
    quero flaar com um atendente
    como faço para falar com um atendente
    serviço de apoio ao cliente
    tem alguém real aí para conversar
    tem alguém aí?
    Qual o horário? E quero falar com um atendente também.
    me passa pro seu chefe`,
    `não quero falar com um humano, só me diga quando abre a piscina
    não preciso de atendente
    nao precisa me transferir para um atendente
    sem atendente por favor
    não quero falar com ninguém, qual o preço`,
    `vocês trabalham com agentes imobiliários?
    onde fica o setor de recursos humanos
    manual do operador
    o chat ao vivo funciona aos domingos?
    quantos atendentes trabalham aí?
    quando posso falar com um atendente
    mesa para uma pessoa por favor
    preço por pessoa
    o botão "falar com atendente" não funciona`,
  ),
  it: said(
    `operatore
    vorrei parlare con un operatore
    parlare con una persona vera
    posso parlare con qualcuno?
    mi passi un operatore per favore
    mi può mettere in contatto con un consulente
    assistenza clienti
    voglio un essere umano
    umano per favore
    chat dal vivo
    c'è una persona reale
    non voglio un bot, voglio una persona
    ho bisogno di parlare con un addetto
    vorrei parlare con un opertore
    mi metta in contatto con il servizio clienti
    desidero parlare con un responsabile del mio ordine
    come faccio a parlare con un operatore
    c'è qualcuno?
    vorrei parlare con il titolare
    voglio parlare cn una persona
    passami il tuo capo`,
    `non voglio parlare con una persona, dimmi solo quando apre la piscina
    non ho bisogno di un operatore
    non mi passi un operatore
    non serve un operatore
    senza operatore grazie`,
    `lavorate con agenti immobiliari?
    risorse umane
    manuale dell'operatore
    la chat dal vivo è aperta la domenica?
    quanti operatori lavorano lì?
    quando posso parlare con un operatore
    un tavolo per una persona
    prezzo a persona
    il pulsante «parla con un operatore» non funziona`,
  ),
  nl: said(
    `medewerker
    ik wil een medewerker spreken
    kan ik iemand spreken
    mag ik een echt persoon spreken aub
    klantenservice
    verbind me door met een medewerker
    kunt u mij doorverbinden met een medewerker
    live chat
    echt mens graag
    ik wil met een mens praten
    ik wil geen bot ik wil een mens
    kan ik met iemand chatten over mijn bestelling
    is er een echt mens
    graag contact met een medewerker
    ik wil iemand aan de lijn
    ik zou graag met een medwerker spreken
    hoe kan ik een mens spreken
    is daar iemand?
    verbind mij door met de verkoopafdeling
    haal je baas erbij`,
    `ik wil geen mens spreken, zeg gewoon wanneer het zwembad opengaat
    ik hoef geen medewerker
    niet doorverbinden met een medewerker
    ik wil niet met een medewerker praten
    zonder medewerker graag`,
    `werken jullie met makelaars en agenten?
    wat doet human resources
    handleiding voor de operator
    is de live chat op zondag open?
    hoeveel medewerkers werken daar?
    wanneer kan ik een medewerker spreken
    een tafel voor een persoon graag
    prijs per persoon
    moet ik een medewerker spreken om op te zeggen?
    de knop "spreek een medewerker" werkt niet`,
  ),
  pl: said(
    `konsultant
    chcę rozmawiać z człowiekiem
    chce porozmawiac z konsultantem
    proszę połączyć z konsultantem
    polacz mnie z konsultantem
    czy mogę porozmawiać z kimś
    żywy człowiek proszę
    czat na żywo
    biuro obsługi klienta
    potrzebuję pracownika
    poproszę o kontakt z pracownikiem
    przełącz mnie do konsultanta
    nie chcę bota, chcę człowieka
    chciałbym porozmawiać z kimś z obsługi
    poprosze z konsultatem
    daj mi człowieka
    jak mogę porozmawiać z konsultantem
    chciałabym pogadać z prawdziwą osobą o zamówieniu
    jest tam ktoś?
    daj szefa`,
    `nie chcę rozmawiać z człowiekiem, powiedz tylko kiedy otwieracie basen
    nie potrzebuję konsultanta
    proszę nie łączyć z konsultantem
    konsultant nie jest potrzebny
    bez konsultanta proszę`,
    `czy współpracujecie z agentami nieruchomości?
    zasoby ludzkie
    instrukcja operatora
    czy czat na żywo działa w niedzielę?
    ilu konsultantów tam pracuje?
    kiedy mogę porozmawiać z konsultantem
    stolik dla jednej osoby proszę
    cena za osobę
    przycisk „połącz z konsultantem” nie działa`,
  ),
  tr: said(
    `müşteri temsilcisine bağlan
    müşteri temsilcisi
    canlı destek
    bir insanla konuşmak istiyorum
    musteri temsilcisi ile gorusmek istiyorum
    operatöre bağlanmak istiyorum
    yetkiliyle görüşebilir miyim
    gerçek bir kişi lütfen
    beni temsilciye bağlar mısınız
    temsilciye aktarın
    bot istemiyorum insan istiyorum
    canlı sohbet
    biriyle konuşabilir miyim
    müsteri temsilcisine baglanmak istiyorm
    lütfen beni bir yetkiliye yönlendirin
    siparişim hakkında bir temsilciyle konuşmak istiyorum
    bir temsilciyle siparişim hakkında konuşmak istiyorum
    nasıl müşteri temsilcisine bağlanırım
    orada kimse var mı?
    patronunu çağır`,
    `bir insanla konuşmak istemiyorum, sadece havuz ne zaman açılıyor söyle
    müşteri temsilcisine gerek yok
    temsilciye bağlamayın
    temsilci istemiyorum
    operatöre ihtiyacım yok`,
    `emlak danışmanlarıyla çalışıyor musunuz?
    insan kaynakları
    operatör kılavuzu
    canlı destek pazar günleri açık mı?
    kaç temsilci çalışıyor?
    ne zaman temsilciyle konuşabilirim
    bir kişilik masa lütfen
    kişi başı fiyat
    Dün biriyle konuştum
    iptal için temsilciyle konuşmam gerekiyor mu?`,
  ),
  uk: said(
    `хочу оператора
    з'єднайте з оператором
    зєднайте мене з оператором
    оператор
    хочу поговорити з людиною
    покличте оператора будь ласка
    жива людина
    можна поговорити з менеджером?
    онлайн чат з оператором
    живий чат
    дайте людину
    служба підтримки
    мені потрібен консультант
    я не хочу бота, хочу людину
    зв'яжіть мене з менеджером
    переключіть на оператора
    хочу поговорити з операторм
    як зв'язатися з оператором
    хотіла б поговорити з кимось про моє замовлення
    є хто?
    краще поговорю з живою людиною`,
    `я не хочу говорити з людиною, просто скажіть, коли відчиняється басейн
    оператор не потрібен
    не треба оператора
    не з'єднуйте з оператором
    без оператора будь ласка`,
    `ви працюєте з агентами з нерухомості?
    людські ресурси
    інструкція оператора
    чи працює живий чат у неділю?
    скільки операторів працює?
    коли можна поговорити з оператором
    столик на одну людину будь ласка
    який оператор зв'язку у готелі
    кнопка «поговорити з оператором» не працює`,
  ),
  ru: said(
    `соедините с оператором
    оператор
    позовите оператора
    хочу поговорить с человеком
    живой человек
    можно поговорить с живым человеком пожалуйста
    переключите на оператора
    нужен оператор
    дайте человека
    свяжите меня с менеджером
    служба поддержки
    живой чат
    не хочу бота, хочу человека
    можете соединить меня со специалистом?
    хочу пообщаться с кем нибудь из поддержки
    апператор
    соедени с аператором
    как связаться с оператором
    у меня не пришёл заказ, хочу поговорить с менеджером
    не могли бы вы соединить меня с оператором
    есть кто живой?
    тут есть кто-нибудь?
    лучше поговорю с живым человеком
    есть тут кто живой?`,
    `я не хочу говорить с человеком, просто скажите, когда открывается бассейн
    оператор не нужен
    не надо соединять с оператором
    не соединяйте с оператором
    без оператора пожалуйста`,
    `вы работаете с агентами по недвижимости?
    человеческие ресурсы
    инструкция оператора
    работает ли живой чат в воскресенье?
    сколько операторов работает?
    когда можно поговорить с оператором
    столик на одного человека пожалуйста
    какой оператор связи в отеле
    кнопка «связаться с оператором» не работает
    нужно ли говорить с оператором чтобы отменить?`,
  ),
  ar: said(
    `أريد التحدث مع موظف
    اريد التحدث الى شخص حقيقي
    حولني لموظف
    خدمة العملاء
    موظف خدمة العملاء لو سمحت
    ممكن اكلم حد
    عايز اكلم موظف
    ابغى اتكلم مع موظف
    هل يمكنني التحدث إلى إنسان؟
    دردشة مباشرة
    وصلني بممثل خدمة العملاء
    بدي احكي مع حدا
    لا أريد روبوت، أريد إنسان
    احتاج موظف
    من فضلك حولني إلى المسؤول
    أود التواصل مع أحد الموظفين
    شخص حقيقي من فضلك
    كيف اتواصل مع موظف
    أرغب في التحدث مع مندوب بخصوص طلبي
    في احد هنا؟
    هل من احد موجود؟
    حولني على موضف`,
    `لا أريد التحدث مع إنسان، فقط قل لي متى يفتح المسبح
    لا احتاج موظف
    مش عايز اكلم حد
    لا تحولني لموظف
    بدون موظف من فضلك`,
    `هل تعملون مع وكلاء عقارات؟
    الموارد البشرية
    دليل المشغل
    هل الدردشة المباشرة مفتوحة يوم الأحد؟
    كم عدد الموظفين لديكم؟
    متى يمكنني التحدث مع موظف
    طاولة لشخص واحد من فضلك
    السعر للشخص
    زر "التحدث مع موظف" لا يعمل`,
  ),
  he: said(
    `נציג
    אני רוצה לדבר עם נציג
    נציג אנושי בבקשה
    אפשר לדבר עם בן אדם
    תעבירו אותי לנציג
    שירות לקוחות
    צ'אט חי
    רוצה לדבר עם מישהו
    אפשר נציג?
    תחברו אותי לנציג בבקשה
    אני צריכה נציגה
    לא רוצה בוט, רוצה בן אדם
    אפשר לשוחח עם נציג שירות
    מענה אנושי
    העבר לנציג
    איך מדברים עם נציג
    אשמח לדבר עם נציג לגבי ההזמנה שלי
    תן לי לדבר עם אדם אמיתי
    תן לי את המנהל
    יש שם מישהו?
    אני רוצה לדבר עם המנהל שלכם
    תביא לי את הבוס`,
    `אני לא רוצה לדבר עם נציג, רק תגיד לי מתי הבריכה נפתחת
    לא צריך נציג
    אין צורך בנציג
    אל תעבירו אותי לנציג
    בלי נציג בבקשה`,
    `אתם עובדים עם סוכני נדל"ן?
    משאבי אנוש
    מדריך למפעיל
    האם הצ'אט החי פתוח ביום ראשון?
    כמה נציגים עובדים שם?
    מתי אפשר לדבר עם נציג
    שולחן לאדם אחד בבקשה
    מחיר לאדם`,
  ),
  ja: said(
    `オペレーターお願いします
    担当者と話したい
    人と話したいです
    有人チャット
    オペレーターにつないでください
    オペレーターに繋いで
    スタッフに代わってください
    人間と話したい
    担当者につないでもらえませんか
    担当の方とお話しできますか
    ロボットじゃなくて人間をお願いします
    カスタマーサポートに連絡したい
    オペレータ
    人に代わって
    誰かと話せますか
    注文について担当者と話したい
    どうすればオペレーターと話せますか
    直接スタッフと話せますか
    カスタマーサポート
    誰かいますか？`,
    `人間とは話したくないです。プールの開く時間だけ教えて
    オペレーターは必要ありません
    担当者は不要です
    オペレーターにつながないでください
    人と話したくない`,
    `不動産の代理店と取引はありますか
    人事部はどこですか
    オペレーターマニュアル
    有人チャットは日曜日もやっていますか
    オペレーターは何人いますか
    いつ担当者と話せますか
    一人です
    一人あたりの料金は
    人気のメニューは何ですか
    昨日オペレーターと話しましたが、八時と言われました
    「オペレーターにつなぐ」ボタンが動きません
    解約するには担当者と話す必要がありますか`,
  ),
  zh: said(
    `转人工
    人工客服
    我要人工
    我想和真人说话
    转接人工客服
    可以找客服吗
    请帮我转接客服人员
    轉人工客服
    我想跟真人講話
    有人工吗
    能不能转人工
    不要机器人，我要人工
    找人工服务
    在线客服
    联系客服
    麻烦转一下人工
    怎么转人工
    我想跟客服谈谈我的订单
    我要跟你们经理说话
    真人`,
    `我不想和人工客服说话，只告诉我游泳池几点开
    不需要人工客服
    不用转人工
    不要转接客服
    别给我转人工`,
    `你们和房产中介合作吗
    人力资源部在哪里
    操作员手册
    在线客服周日开放吗
    客服有多少人
    人工客服几点上班
    什么时候可以联系人工客服
    人工费多少钱
    每人多少钱
    我昨天和客服谈过，说八点开门
    “转人工”按钮没有反应`,
  ),
}
