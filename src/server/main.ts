import { beginWithLeanAllocator } from './begin-again.ts'

beginWithLeanAllocator()

await import('./start.ts')
