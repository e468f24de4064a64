import { afterAll, expect, it } from 'vitest'
import { createClerk } from './built-in.fixture.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

// In each language a bookshop's text, a question that one sentence answers, a word of that sentence, and one that none does.
it.each([
  [
    'el',
    'Το βιβλιοπωλείο ανοίγει στις εννέα το πρωί. Τα δώρα τυλίγονται δωρεάν στο ταμείο. Το πάρκινγκ βρίσκεται πίσω από το κτίριο.',
    'Πού βρίσκεται το πάρκινγκ;',
    'πίσω',
    'Ποιος εφηύρε το τηλέφωνο;',
  ],
  [
    'ru',
    'Книжный магазин открывается в девять утра. Подарки упаковывают бесплатно на кассе. Парковка находится за зданием.',
    'Где находится парковка?',
    'за зданием',
    'Кто изобрёл телефон?',
  ],
  [
    'ar',
    'تفتح المكتبة في التاسعة صباحا. تغليف الهدايا مجاني عند الصندوق. يقع موقف السيارات خلف المبنى.',
    'أين يقع موقف السيارات؟',
    'خلف المبنى',
    'من اخترع الهاتف؟',
  ],
  ['zh', '书店早上九点开门。礼物在收银台免费包装。停车场在大楼后面。', '停车场在哪里？', '大楼后面', '谁发明了电话？'],
  [
    'hi',
    'किताबों की दुकान सुबह नौ बजे खुलती है। उपहार काउंटर पर मुफ़्त में पैक किए जाते हैं। पार्किंग इमारत के पीछे है।',
    'पार्किंग इमारत में कहाँ है?',
    'पीछे',
    'टेलीफ़ोन का आविष्कार किसने किया?',
  ],
  [
    'tr',
    'Kitapçı sabah dokuzda açılır. Hediyeler kasada ücretsiz paketlenir. Otopark binanın arkasındadır.',
    'Otopark nerede, binanın neresinde?',
    'arkasında',
    'Telefonu kim icat etti?',
  ],
])('answers what a text in %s says and refuses what it does not', async (_language, text, known, fact, unknown) => {
  expect(await clerk.askText(known, text)).toMatchObject({
    decision: 'answered',
    content: expect.stringContaining(fact),
  })
  expect(await clerk.askText(unknown, text)).toMatchObject({ decision: 'unknown' })
})

// A text that names one end of a scale, a question for that end, and one for the other end, which the text does not say.
it.each([
  [
    'en',
    'Rooms have a balcony. The first bus to the beach leaves at six. Breakfast is served from seven.',
    'When does the first bus to the beach leave?',
    'When does the last bus to the beach leave?',
  ],
  [
    'de',
    'Alle Zimmer haben einen Balkon. Das größte Zimmer ist der Leuchtturm mit 60 Quadratmetern. Frühstück gibt es ab sieben.',
    'Welches Zimmer ist das größte?',
    'Welches Zimmer ist das kleinste?',
  ],
  [
    'fr',
    'Toutes les chambres ont un balcon. La plus grande chambre est le Phare avec 60 mètres carrés.',
    'Quelle est la plus grande chambre ?',
    'Quelle est la plus petite chambre ?',
  ],
  [
    'el',
    'Όλα τα δωμάτια έχουν μπαλκόνι. Το μεγαλύτερο δωμάτιο είναι ο Φάρος με 60 τετραγωνικά.',
    'Ποιο είναι το μεγαλύτερο δωμάτιο;',
    'Ποιο είναι το μικρότερο δωμάτιο;',
  ],
])('does not take one end of a scale for the other in %s', async (_language, text, known, unknown) => {
  expect(await clerk.askText(known, text)).toMatchObject({ decision: 'answered' })
  expect(await clerk.askText(unknown, text)).toMatchObject({ decision: 'unknown' })
})
