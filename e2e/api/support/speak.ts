import { connect } from 'node:net'

/** Says something over a connection of its own; gives back what was answered once the other side hangs up. */
export function speak(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (heard += chunk))
    socket.on('error', () => {})
    socket.on('close', () => done(heard))
  })
}
