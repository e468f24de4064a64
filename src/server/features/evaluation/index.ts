export type { Asking } from './ask-once.ts'
export {
  afterPaying,
  agreedCredits,
  asksProvider,
  costsCredits,
  giveBackCredits,
  takeCredits,
  takeCreditsIfLeft,
} from './credits.ts'
export { type Ask, type Evaluation, evaluate } from './evaluate.ts'
export { presentTrial } from './present-trial.ts'
export {
  becomesOf,
  becomesWithout,
  changeOf,
  type Given,
  givenIn,
  judge,
  outcomeOf,
} from './verdict.ts'
