import type { WishWords } from './kinds.ts'

export const tr: WishWords = {
  staff:
    'temsilci* temsilc* musteri_temsilci* yetkili* operator* insan insana insanla insani insanlarla canli_destek* canli_sohbet* canli_yardim* musteri_hizmet* musteri_hizm* gorevli* danisman* live_chat livechat cagri_merkezi* asistan_degil gercek_insan* calisan* personel* uzman* destek_ekibi* musteri_danisman* destek_personeli* kimse_var_mi biri_var_mi birisi_var_mi',
  person: 'kisi kisiyle kisiye kisiyi mudur* sorumlu* yonetici* eleman* amir* insanlar patron*',
  anyone:
    'biri biriyle birine birisi birisiyle birisine birini destek destege destekle ekip ekiple ekibinizle kimse kimseyle',
  real: 'gercek gercekten_bir canli hakiki sahici gercek_bir',
  talk: 'konus* gorus* baglan* bagla* aktar* yonlendir* gecir gecmek gecis iletisim* ulas* yazismak yazis* sohbet devret devredin cagirin cagir cagirir yardim_etsin yardimci arasin iletin ilet yazayim muhatap* sohbet_etmek ulasirim ulastirin',
  want: 'istiyorum istiyorm istiyom istiyoruz istiyrum isterim isterdim isterdik lutfen ltfn lutfn lazim gerek gerekiyor ihtiyacim ihtiyac var_mi varmi var verin ver rica ederim talep mumkun mumkunmu mi mu misin misiniz miyim miyiz istemekteyim olabilir bulun bul tercih olsun',
  with: 'ile ila',
  beside:
    'bir ben beni bana bize bizi benim hemen simdi acil acilen artik merhaba selam iyi gunler tamam evet sagol tesekkurler tesekkur hizli dogrudan direkt burada burda orada sadece daha musteri canli online telefon telefonla telefonda teknik satis bolum hizmetleri nasil nereden lutfen_hemen da de ki ve veya yerine once bu su o size sizin sizden ya yahu hocam abi arkadas bey hanim efendim sayin herhangi misiniz_lutfen bugun etmek kurmak kurabilir* kurmam saglayin olarak icin_bir uzerinden birebir ederseniz gecmek_icin etmek_istiyorum adam direk etsin ayrica',
  not: 'istemiyorum istemem istemiyoruz gerek_yok gerekmez gerekmiyor lazim_degil degil yok baglama baglamayin baglamayiniz aktarma_beni aktarmayin yonlendirmeyin ihtiyacim_yok gereksiz hic olmadan istemedim konusmayacag* konusmadan gorusmek_istemem konusmak_istemem aktarma',
  bot: 'bot botla botu botlar botlarla robot robotla robotlar robotlarla makine makineyle yapay_zeka chatbot otomatik bilgisayar bota robota',
  asking:
    'ne_zaman kac kacta kacar kaca hangi ne_kadar kim kimin kimler acik saatleri nedir saat kisilik neden_bir calisiyor calisiyorlar gerekiyor_mu gerek_mi',
  topic: 'hakkinda icin konusunda ile_ilgili cunku dolayi yuzunden ilgili sebebiyle',
  me: 'ama',
  you: 'sen siz',
  other: 'insaat insasi bagli konustum konustuk gorustum gorustuk',
  isPostposed: true,
  joined: /(?:la|le|yla|yle|ya|ye|ina|ine|una|une|na|ne|a|e)$/,
}

export const ar: WishWords = {
  staff:
    'موظف موظفه موظفين موظفي موظفيكم الموظف الموظفين ممثل ممثلي مندوب مندوبي وكيل انسان بشر بشري بشريه خدمه_العملاء خدمه_عملاء خدمه_الزبائن دردشه_مباشره محادثه_مباشره شات_مباشر الدعم_المباشر دعم_مباشر الدعم_الفني ادمي اوبريتور اوبيريتور موظف_خدمه live_chat الدعم_البشري دعم_بشري الدردشه_المباشره المحادثه_المباشره السنترال كول_سنتر بني_ادم بني_آدم عامل_بشري موضف موضفين في_احد_هنا في_حد_هنا هل_من_احد احد_موجود حد_موجود هل_من_احد_موجود هل_يوجد_احد',
  person:
    'شخص شخصا اشخاص مدير مديره مشرف مستشار مسوول مسؤول مسئول المسوولين اختصاصي اخصاءي متخصص ناس بشرا انسانا موظفا',
  anyone: 'احد حد حدا واحد واحده احدهم شخص_ما فريق الدعم دعم اداره الاداره الناس قسم_المبيعات المبيعات',
  real: 'حقيقي حقيقيه حقيقيا فعلي مباشر طبيعي بجد حي',
  talk: 'اتحدث التحدث تحدث التحدت الحديث حديث اتكلم التكلم اكلم تكلم كلم كلام الكلام كلموني اكلمو نتكلم نتحدث اتحدت حولني حولوني حوليني حولنا حولو تحويل تحويلي التحويل تحولني تحولوني يحولني وصلني اوصلني وصلوني توصيل توصيلي توصلني توصلوني وصليني اتواصل التواصل تواصل يتواصل نتواصل الاتصال اتصال ربط اربطني اربطوني ربطي احكي احكى تحكي نحكي الدردشه دردشه ادردش انقلني نقلي انقلوني اخاطب مخاطبه محادثه اساله اشكي مراسله اراسل يساعدني مساعده المساعده يرد للتحدث للتواصل يكلمني تساعدني استشير التكلم التخاطب',
  want: 'اريد اريدو اود ابغي ابغا ابغى ابي ابا بغيت اعوز عايز عاوز عايزه عاوزه عاوزين عايزين بدي بدنا حاب حابب حابه احتاج نحتاج محتاج محتاجه ممكن يمكنني يمكن بامكاني اقدر استطيع ارغب اعطني اعطيني هات هاتو لازم لزوم نريد هل فيه في يوجد هناك متاح اطلب طلب لا_استطيع من_فضلك لو_سمحت لو_سمحتم لو_سمحتي رجاء الرجاء ارجو ارجوك ارجوكم يرجي افضل اتمني بليز الله_يخليك ياريت محتاجين وين نبي نبغي',
  with: 'مع الي علي ويا وي',
  beside:
    'من فضلك فضلكم الان حالا فورا هنا هون ان انا لي ني شكرا مرحبا السلام عليكم وعليكم اهلا هلا هاي صباح الخير مساء يا اخي ضروري بسرعه سريعا سريع كيف قسم شركه خدمه العملاء عملاء الزبائن الزبون الفني فني فقط نعم خلال المباشر اليوم عندكم لديكم طرف بدل عن_طريق مباشره طيب اوكي اوك ازاي كيفيه بشكل هو هي ده دا او و بس الاحد احنا لنا معي معه معاي اي كان عبر الهاتف تلفون هاتفيا والله لطفا تقدر تقدرون تقدرو تستطيع بان ثاني اخر جدا شوي عاجل عاجلا عاجله حضرتك اذا سمحت سمحتم امكن ممكن_لو يكون',
  not: 'لا ليس ليست لست مش مو ما بدون موش لم لن غير ماني مابي مابغي ماابغي مابدي بلا دون ماحتاج موب',
  bot: 'روبوت روبوتات الروبوت بوت البوت بوتات رد_الي مجيب_الي اله الاله ذكاء_اصطناعي الذكاء_الاصطناعي كمبيوتر شات_بوت الرد_الالي',
  asking: 'متي امتي امتى كم ماذا لماذا ما_هو ما_هي من_هو ساعات دوام مواعيد عدد ايش ايه وش شو ليش',
  topic: 'بخصوص عن بشان لان بسبب ليساعدني لمساعدتي الذي بموضوع حول علشان عشان لحل لاجل مشان فيما',
  me: 'لكن',
  you: 'انت انتم',
}

export const he: WishWords = {
  staff:
    'נציג נציגה נציגי נציגים נציגת נציגות אנושי אנושית אנושיים מוקדן מוקדנית טלפן בן_אדם בנאדם בני_אדם שירות_לקוחות שרות_לקוחות צאט_חי סוכן איש_שירות אנשי_שירות live_chat אדם_אמיתי צט_חי נצגי ניציג מענה_אנושי תמיכה_אנושית איש_צוות צאט_אנושי מוקד_שירות שם_מישהו מישהו_שם כאן_מישהו מישהו_כאן פה_מישהו מישהו_פה יש_מישהו',
  person: 'אדם אנשים מנהל מנהלת עובד עובדת יועץ יועצת אחראי אחראית מומחה בוס',
  anyone: 'מישהו מישו משהו_אנושי מישהי צוות תמיכה התמיכה המוקד מוקד השירות',
  real: 'אמיתי אמיתית אמתי חי חיה אנושי ממשי',
  talk: 'לדבר לדבר_עם מדבר מדברים מדברת אדבר דברו לשוחח לשוחח_עם לצוטט תעבירו תעביר תעבירי תעברו העבר העבירו העבירי להעביר מעבירים מעבר לעבור לחבר תחבר תחברו תחברי חבר_אותי חברו חברי להתחבר לתקשר ליצור_קשר ליצור_קשר_עם קשר שיחה שיחת צאט תקשרו תקשר להתקשר לפנות פניה תפנו תפנה הפנו להגיע להתכתב לקבל_עזרה עזרה עזור שיעזור לעזור לשיחה מענה תשיגו להשיג להתייעץ',
  want: 'רוצה רוצים צריך צריכה צריכים אפשר אשמח מבקש מבקשת בבקשה בקשה תן תני תנו תביא תביאו יש אוכל יכול יכולה ניתן מעוניין מעוניינת דרוש האם_אפשר האם_יש נא לקבל מעדיף מעדיפה אפשרי תוכל תוכלו תוכלי חייב חייבת פליז איפה_הנציג',
  with: 'עם אל ל',
  beside:
    'אנחנו לי לנו אותי אותנו תודה שלום היי הי הלו כן עכשיו כאן פה מיד מייד דחוף דחופה פשוט רק את ה של איך אם האם שירות שרות לקוחות מכירות טכנית טכני כבר באמת סליחה אחד אחר יותר ישיר ישירות ישר משהו בוקר טוב ערב צהריים אוקיי טלפון בטלפון במקום סוף סוף היום זה או שלכם מכם עוד איתי ממש קצת חברה ולא_בוט הייתי מהר בדחיפות לב בשביל מחלקת גם',
  not: 'לא בלי אין ללא איני אינני אל_תעבירו אל_תעביר אל_תחברו אל_תחבר מיותר אף_אחד שום',
  bot: 'בוט בוטים רובוט רובוטים מכונה מכונות צאטבוט צאט_בוט מחשב הבוט אוטומטי בינה_מלאכותית',
  asking: 'מתי כמה מי איזה שעות למה מהן מהו מה עולה כמות',
  topic: 'לגבי על בנוגע בקשר בגלל כי שיעזור_לי שיכול שתעזור בעניין שיטפל בנושא שיסביר מאחר',
  me: 'אני',
  you: 'אתה אתם את_לא',
}

export const ja: WishWords = {
  staff:
    'オペレーター オペレータ オペレーダー 担当者 担当の方 担当の人 担当 人間 有人 有人チャット 有人対応 有人サポート 係の人 係の方 係員 サポート担当 サポートの方 サポートの人 サポートスタッフ カスタマーサポート カスタマーサービス カスタマーセンター コールセンター ライブチャット 相談員 窓口の人 窓口の方 お客様センター お客様相談室 エージェント 中の人 生身の人間 生身の人 本物の人間 本物の人 実際の人間 実際の人 スタッフの方 リアルな人 コンシェルジュ サポートセンター お客様サポート 誰かいますか 誰かいませんか 誰かいる 誰かいない',
  person: '人 ひと 方 店長 責任者 上司 スタッフ 店員 社員 従業員 マネージャー 管理者 専門家 アドバイザー 店員さん',
  anyone: '誰か だれか 誰でも どなたか どなた サポート 窓口 会社の人',
  real: '本物の 生身の 実際の 本当の リアルな ちゃんとした',
  talk: '話したい 話がしたい 話し 話す 話せ 話を お話 話 はなしたい はなし 喋りたい 喋り しゃべりたい つない つなぐ つなげ つなが 繋い 繋ぐ 繋げ 繋が 代わっ かわっ 替わっ 代わる 代わり かわり 替わり 転送 切り替え 切替え 切り換え 呼ん 呼び 呼ぶ よんで 相談 問い合わせ 連絡 チャット 会話 電話 通話 やりとり やり取り 回し 取り次い 取次 引き継い 引き継ぎ 聞いて 対応 返事 直接話 話さ 助け 接続 出して',
  want: 'お願い おねがい お願いします ください 下さい 欲しい ほしい たい たいです もらえ いただけ 頂け くれ 頼む 頼みます 希望 必要 できます できません できる 可能 いますか いませんか いない いる ますか ませんか 出せ 早く',
  with: 'と に へ を とは には',
  beside:
    'すみません こんにちは もしもし はい もう いい から まず すぐ 今すぐ 今 早急に 至急 直接 直に ここ どう どうすれば どうやって どうしたら 方法 のですが んですが ですが です ます でしょうか ですか か が は も の な さ て で ん し ま せ ん よ ね わ っ ば れ ら り る こと して する した します しても 私 わたし 一度 ちょっと ぜひ あの ので せて して ほう 人の方 本当に やはり やっぱり だけ ありがとう よろしく とにかく 注文 ご さん 下さいませ い け そちら 貴社の 御社の お店の 店の',
  not: 'たくない たくありません たくはない 必要ない 必要ありません 必要はない 必要はありません 必要なし いりません いらない はいりません はいらない 要らない 要りません 不要 結構です けっこうです なくていい なくて なくても ではなく じゃなく じゃなくて ではない なしで つながないで 繋がないで 呼ばないで 代わらないで 転送しないで 切り替えないで 話さなくて まっぴら',
  bot: 'ボット ロボット ai 機械 自動応答 チャットボット 自動返信 コンピューター 人工知能',
  asking:
    '何時 いつ 何人 いくら どこ 何曜日 営業時間 誰が 誰です なぜ どうして 何名 何分 何日 どのくらい 料金 必要がありますか 必要ですか 必要があるか',
  topic: 'について に関して の件 聞きたい 質問 ため 確認',
  isPostposed: true,
  me: 'けど',
  you: 'あなた',
  other:
    '昨日 先日 話しました 話したとき 話した時 話したら 連絡しました 電話しました 問い合わせました 聞きました 言われ',
}

export const zh: WishWords = {
  staff:
    '人工客服 人工服务 人工服務 人工坐席 人工座席 人工 真人客服 真人服务 真人服務 真人 在线客服 線上客服 在線客服 客服人员 客服人員 客服代表 客服专员 客服專員 客服经理 客服 专员 專員 工作人员 工作人員 接线员 接線員 话务员 話務員 人类 人類 活人 客户服务 客戶服務 坐席 座席 在线人工 客服小姐 客服小姐姐 真实的人 真實的人 服务人员 服務人員 人工在线 专人 專人',
  person: '人 经理 經理 负责人 負責人 主管 店员 店員 领导 領導 老板 老闆 店长 店長 顾问 顧問 员工 員工 专家',
  anyone: '某人 谁 誰 同事 随便谁',
  real: '真正的 真的 真实的 真實的 活的 真',
  talk: '转接 转到 转至 转 轉接 轉到 轉 接入 接 说话 說話 说 說 谈谈 谈 談談 談 聊聊 聊天 聊 讲话 講話 讲 講 对话 對話 联系 联络 聯絡 聯繫 联繫 沟通 溝通 接通 切换 切換 换 換 找 叫 呼叫 连线 連線 交谈 交談 通话 通話 咨询 諮詢 请教 投诉 处理 處理 帮忙 帮助 幫忙 幫助 解决 解決 呼 派 回复我 回答我 打电话 回复 接待',
  want: '我要 我想 想要 想 要 需要 给 給 请 請 可以 能 能不能 可不可以 能否 可否 有没有 有沒有 有 没有 沒有 帮 幫 麻烦 麻煩 希望 求 让 讓 来 來 请问 請問 可以不可以 想找',
  with: '和 跟 与 與 同 到 对 對',
  beside:
    '我 我们 我們 你 您 你们 你們 您们 个 個 一个 一個 一位 一下 位 名 的 了 吗 嗎 呢 吧 啊 呀 哦 快 快点 快點 马上 馬上 立刻 立即 现在 現在 直接 谢谢 謝謝 你好 您好 在 在吗 不好意思 里 裡 去 出来 出來 行 好 那 就 还是 還是 是 再 赶紧 趕緊 线上 線上 在线 在線 售后 售後 先 怎么 怎麼 怎样 如何 服务 服務 中心 亲 喂 嗨 哈喽 拜托 拜託 急 尽快 盡快 都 也 还 還 会 會 这里 這裡 或者 只 只要 平台 贵公司 这 這 后台 今天 已经 一',
  not: '不想 不要 不需要 不用 不必 别 別 無需 无需 没必要 沒必要 不是 不和 不跟 不愿意 拒绝 不找 不转 不希望 不',
  bot: '机器人 機器人 机器 機器 ai 智能客服 智能 自动回复 自動回覆 电脑 電腦',
  asking:
    '几点 幾點 什么时候 什麼時候 何时 何時 多少 几个 幾個 几位 上班 下班 时间 時間 工资 薪水 周日 周末 开放 開放 是谁 是誰 为什么 為什麼 多久 什么 什麼 哪',
  topic: '关于 關於 因为 因為 问 問 询问 詢問 反映 了解',
  me: '但',
  you: '你是',
  other: '昨天 谈过 談過 说过 說過 聊过 聊過 联系过 聯繫過 問過 问过 找过 找過 说是 說是',
}
