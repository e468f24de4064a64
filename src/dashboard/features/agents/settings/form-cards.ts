/** The cards that check what is filled in: one file of the build, as the page shows them together. */
export { GeneralCard } from './general-card.tsx'
export { VoiceCard } from './voice-card.tsx'
