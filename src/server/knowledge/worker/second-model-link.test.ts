import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import type { SecondModelRequest } from './messages.ts'
import { createSecondModel } from './second-model-link.ts'

const HERE = 1
const THERE = 2
const opened: MessagePort[] = []
afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

const second = createSecondModel()
const model = second.sharedWith(
  () => new Promise((resolve) => setImmediate(resolve, Float32Array.of(HERE))), // answers in its turn
  'weights',
)
const embed = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => model([1])))).map(([where]) => where)

/** Connects another thread's model, whose end of the port is given to the function with each request. */
function connect(answer: (id: number, end: MessagePort) => void): void {
  const { port1, port2 } = new MessageChannel()
  port2.on('message', ({ id }: SecondModelRequest) => answer(id, port2))
  second.connect(port1)
  opened.push(port2)
}

it('gives a text to the second thread only while this one has another', async () => {
  expect(await embed(3)).toEqual([HERE, HERE, HERE])
  connect((id, end) => end.postMessage({ id, vector: Float32Array.of(THERE) }))
  expect([await embed(1), await embed(1)]).toEqual([[HERE], [HERE]])
  expect((await embed(4)).toSorted()).toEqual([HERE, HERE, THERE, THERE])
})

it('does alone what the second thread fails to do, until there is another one', async () => {
  let [asked, left] = [0, 0]
  connect((id, end) => {
    asked += 1
    end.on('close', () => {
      left += 1
    })
    end.postMessage({ id, error: 'no memory' })
  })
  expect([await embed(2), await embed(4)]).toEqual([[HERE, HERE], Array(4).fill(HERE)])
  expect(asked).toBe(1)
  await expect.poll(() => left).toBe(1)
  connect((_, end) => end.close())
  expect([await embed(4), await embed(2)]).toEqual([Array(4).fill(HERE), [HERE, HERE]])
  connect((id, end) => end.postMessage({ id, vector: Float32Array.of(THERE) }))
  expect(await embed(2)).toEqual([HERE, THERE])
})
