import type { WishWords } from './kinds.ts'

export const pl: WishWords = {
  staff:
    'konsultant* pracownik* operator operatora operatorem operatorowi operatorzy doradca doradcy doradce doradca_klienta biuro_obslugi biura_obslugi obsluga_klienta obsluge_klienta obslugi_klienta dzial_obslugi agent agenta agentem przedstawiciel* czat_na_zywo chat_na_zywo live_chat livechat infolini* ludzki_konsultant bok kontakt_z_czlowiekiem pomoc_czlowieka tam_ktos ktos_tam tu_ktos ktos_tu jest_tam_ktos jest_tu_ktos jest_ktos_tam jest_ktos_tu',
  person:
    'czlowiek* osoba osoby osobe osobie ludzi ludzmi kierownik* manager managera menedzer* przelozony przelozonym szef szefem specjalist* dyrektor* wlasciciel* szef*',
  anyone:
    'kims kogos ktos ktokolwiek kimkolwiek obsluga obslugi obsluge zespol zespolem support wsparciem wsparcie pomoca biurem dzialem',
  real: 'zywy zywego zywym zywa zywa zywej prawdziwy prawdziwego prawdziwym prawdziwa prawdziwej prawdziwej prawdziwe realna realny rzeczywist* ludzki*',
  talk: 'rozmawiac porozmawiac rozmowa rozmowe rozmowy pogadac gadac polacz polaczyc polaczenie polaczcie polaczy polaczenia laczyc lacz przelacz przelaczyc przelaczcie przelaczenie przekieruj przekierowac przekierowanie przekaz przekazac przekazanie skontaktowac skontaktuj kontakt kontaktu kontaktowac pisac popisac czatowac zadzwonic zawolaj pomowic pomoc pomogl pomoze mowic dodzwonic zwrocic',
  want: 'prosic_o chce chcialbym chcialabym chcemy chcielibysmy prosze poprosze prosilbym prosilabym moge mozna moglbym moglabym czy_moge czy_mozna mozecie moglibyscie potrzebuje potrzebny trzeba daj dajcie dac jest_tu jest_ktos jest_tam wole wolalbym wolalabym zadam szukam nie_moge da_sie czy_nie_moglbym czy_nie_moglabym pls plis please musze mozesz moglby moglaby zycze prosba dawaj dawac',
  with: 'z ze do na od',
  beside:
    'mnie mi mna nas nam sie czy jest tu tutaj tam teraz juz natychmiast zaraz pilne pilnie szybko szybciej bezposrednio kontakt dzien dobry hej czesc witam ok tak dziekuje dzieki zamiast jakims jakas jakiegos jakis jakiejs jednym zywo online chat czat klienta klientow waszym waszego innym inna no wreszcie lepiej tylko jak gdzie i a to prawda raczej po prostu przez telefon telefonicznie prosze_pana dzis byc moze wasza waszej waszym naprawde od_was zywo technicznym technicznej sprzedazy halo dalej w przepraszam zeby by oraz kontaktowy takim panem pania chociaz jeszcze bez_kolejki tez takze',
  not: 'nie bez nigdy ani niepotrzebny niepotrzebna zaden zadnego zadnym zadnej nikim nikogo zbedny zbedne',
  bot: 'bot bota botem boty botow robot robota robotem robotow maszyna maszyny maszyna ai chatbot chatbota chatbotem automat automatem automatu komputer komputerem',
  asking:
    'kiedy ilu ile jak_dlugo ktory ktora ktorzy kto kosztuje godzinach o_ktorej co jaki jaka jacy czyj po_co czyja dlaczego_potrzebuje',
  topic: 'w_sprawie o bo poniewaz dotyczace ktory_pomoze zeby_mi dotyczaca odnosnie gdyz ws',
  me: 'ja',
  you: 'ty wy',
  other: 'konsultacja konsultacje konsultacji',
}

export const uk: WishWords = {
  staff:
    'оператор* консультант* менеджер* спеціаліст* працівник* співробітник* агент агента агентом представник* служба_підтримки службу_підтримки служби_підтримки службою_підтримки живий_чат живого_чату чат_з_оператором онлайн_консультант* підтримк*_клієнтів фахівець фахівця фахівцем жива_підтримка техпідтримк* диспетчер* лайв_чат live_chat контактний_центр колцентр техпідтримку є_хто є_хтось хтось_є тут_хтось хтось_тут',
  person:
    'людина людини людину людиною людині люди людей людьми особа особу особою керівник* адміністратор* начальник* начальство головного старшого директор* власник*',
  anyone:
    'кимось когось хтось кимсь ким_небудь кимнебудь хтонебудь підтримка підтримку підтримки підтримкою відділом саппорт живим живими',
  real: 'жива живу живою живого живий живим живої живому справжня справжню справжньою справжній справжнього справжнім реальна реальну реальною реальний реального реальним',
  talk: 'зєднайте зєднай зєднати зєднаєте зєднання зєднаєш зєднуй звяжіть звяжи звязати звязатися звязатись звязок поговорити говорити розмовляти розмову розмова розмови спілкуватися спілкуватись поспілкуватися поспілкуватись переключіть переключи переключити перемкніть перемкни переведіть переведи перевести покличте поклич кличте кличте передайте передати напишіть написати зателефонувати контакт звернутися побалакати чат чату порадитися проконсультуватися допоможе допоміг допомога допомогу достукатися поговорю',
  want: 'хочу хотів_би хотіла_би хотів хотіла хотіли хочемо можна можу можете могли мені_потрібен мені_потрібна потрібен потрібна потрібно потребую дайте дай треба будь_ласка будьласка прошу просив просила чи_можна чи_можу чи_є є_тут є бажаю не_могли_б не_могли_би не_можу не_міг_би чи_не_могли_б чи_не_могли_би чи_не_можна дозвольте підключіть підключити підключи надайте шукаю воліло волів_би вимагаю давай давайте',
  with: 'з із зі до на',
  beside:
    'я_хочу мене мені мною нас нам ви_можете б би чи а і й та привіт вітаю добрий день доброго дня вечір ранок алло ок так дякую зараз негайно швидше швидко терміново тут там просто краще тільки якимось якогось якийсь будь ласка плз пліз когось_з із_вашим вашим вашого вашою ваш живому онлайн телефоном по телефону технічної технічну клієнтів замість вже нарешті безпосередньо напряму як ще сьогодні хоч якось не_бот одразу відразу у будьте ласкаві людське мій ваші ваша дуже хоча також теж',
  not: 'не без нема немає ніколи ніякого ніяких ніхто непотрібен непотрібно жодного жодних ні_з_ким ніким',
  bot: 'бот бота ботом боти ботів ботами робот робота роботом роботів роботами машина машиною машини чатбот чатбота ші автомат автовідповідач автовідповідачем комп',
  asking:
    'коли скільки котра який яка які якого хто чий о_котрій коштує графік що_робить навіщо що чи_потрібно чи_треба',
  topic: 'про щодо бо оскільки стосовно з_приводу який_допоможе щоб через тому',
  me: 'я',
  you: 'ти ви',
}

export const ru: WishWords = {
  staff:
    'оператор* апператор* аператор* опиратор* консультант* менеджер* сотрудник* специалист* агент агента агентом представител* служба_поддержки службу_поддержки службой_поддержки службе_поддержки живой_чат живого_чата чат_с_оператором онлайн_консультант* техподдержк* тех_поддержк* диспетчер* лайв_чат live_chat колл_центр* контакт_центр* живую_поддержку поддержка_клиентов специалист есть_кто есть_кто_нибудь кто_нибудь_есть есть_кто_то есть_тут_кто есть_здесь_кто',
  person:
    'человек* люди людей людьми лицо администратор* начальник* руководител* начальство старшего главного директор* хозяин*',
  anyone:
    'кем_то кем_нибудь кемто кемнибудь кемнить кому_то кому_нибудь кто_нибудь кто_то ктонибудь ктото когонибудь кого_нибудь поддержка поддержку поддержки поддержкой поддержке отделом саппорт саппорта саппортом живым живыми живому кожаным кем_либо',
  real: 'живой живого живым живому живая живую живои живог живыи настоящий настоящего настоящим настоящему настоящии реальный реального реальным реальному нормальный нормального нормальным кожаный кожаного',
  talk: 'соедините соедени соедените соеденить соединить соедини соединение соединяй соединяйте соединят связаться свяжите свяжи связать связь поговорить говорить разговаривать разговор пообщаться общаться переключите переключи переключить переведите переведи перевести перевод позовите позови позвать зови зовите передайте передать написать чат чата позвонить дозвониться контакт контакта обсудить обратиться побеседовать беседовать достучаться помог поможет помогите помощь помощи проконсультироваться переключение пригласите пригласи подключите подключи подключить перекинь перекиньте вызвать вызови вызовите поговорю',
  want: 'хочу хотел_бы хотела_бы хотел хотела хотелось хотели хотим можно можете могу могли можешь нужен нужна нужно нужны мне_нужен дайте дай надо пожалуйста пжл пжлст плиз плз пж пожалуиста пожалуста пожалста пожалуйсто прошу требую требуется есть_ли есть желаю не_могли_бы не_мог_бы не_могу нельзя_ли можно_ли позвольте ищу предпочитаю хочется давай давайте верните срочно_нужен а_можно как_мне могу_ли можно_мне',
  with: 'с со к на до',
  beside:
    'мне меня мной нас нам бы ли а и или здравствуйте привет добрый день доброе утро вечер алло але ок да спасибо сейчас немедленно быстрее быстро срочно тут здесь там просто лучше только лично каким то какого нибудь либо кем из вашим вашего вашей ваш вашу онлайн телефону по телефоне клиентов технической техническую тех отдела продаж вместо уже наконец напрямую прямо как еще сегодня хоть какойто ну же ё блин будьте добры любезны девушка бога ради в таки все же очень скорее пусть мои вас можно_пожалуйста кто_нибудь_живой также тоже',
  not: 'не без нет никогда никакого никаких никто никем незачем ненужен ни_с_кем не_надо не_нужно ненадо',
  bot: 'бот бота ботом боты ботов ботами боту робот робота роботом роботы роботов роботами роботу машина машиной машины чатбот чат_бот чатбота чат_бота чат_ботом ии автомат автоответчик автоответчиком нейросеть нейросетью железякой компьютер компьютером',
  asking:
    'когда сколько который какой какая какие какое кто чей во_сколько стоит зачем график что нужен_ли_мне нужно_ли надо_ли',
  topic:
    'про по_поводу насчет потому который_поможет чтобы так_как о об относительно из_за по_моему по_вопросу поскольку',
  me: 'я',
  you: 'ты вы',
}
