/** Re-exports the cards with form validation. One module for all of them makes the build put them into one file. */
export { AppearanceCard } from './appearance-card.tsx'
export { LimitCard } from './limit-card.tsx'
export { OriginsCard } from './origins-card.tsx'
