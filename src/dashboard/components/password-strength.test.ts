import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('passwordStrength', () => {
  it.each([
    ['', 0],
    ['short', 1],
    ['aaaaaaaaaaaaaaaa', 1],
    ['123456789012', 1],
    ['okaformira1', 1],
    ['password1234', 1],
    ['P@ssw0rd2024!', 1],
    ['qwertyuiop123', 1],
    ['Welcome-99999', 1],
    ['admin-baton-4321', 1],
    ['tablelamp9', 2],
    ['secretariat answers', 3],
    ['correct horse', 3],
    ['Correct horse battery staple 9', 4],
  ])('%j is worth %i', (password, score) => {
    expect(passwordStrength(password, ['Okafor', 'okaformira@example.com']).score).toBe(score)
  })
})
