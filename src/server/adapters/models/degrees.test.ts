import { describe, expect, it } from 'vitest'
import { namesOtherEnd } from './degrees.ts'

describe.each([
  ['en', 'Which room is the smallest?', 'Our largest room has 40 square metres.', 'The smallest room faces the yard.'],
  ['en', 'When does the last bus leave?', 'The first bus leaves at six.', 'The last bus leaves at midnight.'],
  ['en', 'Is coffee cheaper than tea?', 'Coffee costs more than tea.', 'Tea is not cheaper.'],
  ['de', 'Welches Zimmer ist das billigste?', 'Das teuerste Zimmer liegt oben.', 'Das billigste liegt im Hof.'],
  ['de', 'Wann fährt der letzte Bus?', 'Der erste Bus fährt um sechs.', 'Der letzte fährt um zwölf.'],
  ['fr', 'Quelle est la plus petite chambre ?', 'La plus grande chambre est en haut.', 'La plus petite est en bas.'],
  ['fr', 'Le thé est-il moins cher ?', 'Le thé est plus cher que le café.', 'Il est moins cher que le café.'],
  ['es', '¿Cuál es la habitación más barata?', 'La más cara está arriba.', 'La más barata está abajo.'],
  ['tr', 'En ucuz oda hangisi?', 'En pahalı oda üst katta.', 'En ucuz oda alt katta.'],
  ['el', 'Ποιο είναι το μικρότερο δωμάτιο;', 'Το μεγαλύτερο είναι επάνω.', 'Το μικρότερο είναι κάτω.'],
  ['el', 'Πότε φεύγει το τελευταίο πλοίο;', 'Το πρώτο φεύγει στις έξι.', 'Το τελευταίο φεύγει στις δέκα.'],
  ['ru', 'Какой номер самый маленький?', 'Самый большой номер наверху.', 'Самый маленький внизу.'],
  ['ru', 'Когда последний автобус?', 'Первый автобус в шесть.', 'Последний автобус в полночь.'],
  ['ar', 'ما هي أصغر غرفة؟', 'أكبر غرفة في الطابق العلوي.', 'أصغر غرفة في الطابق الأرضي.'],
  ['zh', '最小的房间是哪个？', '最大的房间在楼上。', '最小的房间在楼下。'],
  ['zh', '最后一班车几点？', '第一班车六点。', '最后一班车十二点。'],
])('in %s, %s', (_language, question, other, same) => {
  it('tells a text that names the other end alone', () => {
    expect(namesOtherEnd(question, other)).toBe(true)
    expect(namesOtherEnd(other, question)).toBe(true)
  })
  it('says nothing against one that names the end asked for, or both', () => {
    expect(namesOtherEnd(question, same)).toBe(false)
    expect(namesOtherEnd(question, `${other} ${same}`)).toBe(false)
  })
})

it.each([
  ['What is the largest file?', 'A file has less than 20 megabytes.'],
  ['What is the largest file?', 'Send at least one file.'],
  ['Wie groß darf die größte Datei sein?', 'Sie muss kleiner als 20 MB sein.'],
  ['¿Cuál es la habitación más grande?', 'Se paga al menos una noche.'],
])('takes a bound for no end of a scale: %s %s', (question, text) => {
  expect(namesOtherEnd(question, text)).toBe(false)
})

it.each([
  ['Where is the car park?', 'The largest one is behind the house.'],
  ['Which room is the smallest?', 'There are 42 rooms.'],
  ['Who is the mayor?', 'The smallest town hall is his.'],
])('says nothing where either names no end: %s %s', (question, text) => {
  expect(namesOtherEnd(question, text)).toBe(false)
})
