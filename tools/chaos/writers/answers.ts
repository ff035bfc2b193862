// Answers to gigs, given by members and by the owner for other members: the last acknowledged answer counts.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { createTestGig } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'

type GivenAnswer = Pick<MemberAnswer, 'answer' | 'comment' | 'setBy'>

const answerValues = ['yes', 'maybe', 'no'] as const
const noAnswer: GivenAnswer = { answer: null, comment: null, setBy: null }
const pickAnswer = ({ answer, comment, setBy }: GivenAnswer): GivenAnswer => ({ answer, comment, setBy })

export const createAnswersWriter: WriterFactory = async (context, { sendOnce }) => {
  const { bandId, path, members } = await createSharedBand(context)
  const gigs: string[] = []
  for (const date of [dateInDays(100), dateInDays(107)]) {
    gigs.push(`${path}/events/${(await createTestGig(context.owner, bandId, { date })).id}`)
  }
  /** The last acknowledged answers, by the path of the answer. */
  const ledger = new Map<string, GivenAnswer>()

  return {
    async write(turn) {
      const { client, membershipId } = members[turn % members.length]!
      const address = `${gigs[turn % gigs.length]!}/answers/${membershipId}`
      const caller = turn % 3 === 0 ? context.owner : client
      if (turn % 7 === 6) {
        const removed = await sendOnce([204], (headers) => caller.delete(address, headers))
        if (removed) ledger.set(address, noAnswer)
        return
      }
      const body = { answer: answerValues[turn % answerValues.length], comment: `turn ${turn}` }
      const answered = await sendOnce([200], (headers) => caller.put(address, body, headers))
      if (answered) ledger.set(address, pickAnswer(answered.body))
    },
    async compare() {
      const lost: string[] = []
      const twice: string[] = []
      for (const gig of gigs) {
        const answers = (await context.owner.get(`${gig}/answers`)).body as MemberAnswer[]
        if (answers.length !== members.length)
          twice.push(`${gig} has ${answers.length} answers of ${members.length} members`)
        for (const answer of answers) {
          const expected = ledger.get(`${gig}/answers/${answer.membershipId}`) ?? noAnswer
          const [found, wanted] = [JSON.stringify(pickAnswer(answer)), JSON.stringify(expected)]
          if (found !== wanted) lost.push(`${gig} has the answer ${found}, acknowledged was ${wanted}`)
        }
        const { answerCounts } = (await context.owner.get(gig)).body
        for (const value of answerValues) {
          const count = answers.filter(({ answer }) => answer === value).length
          if (answerCounts[value] !== count)
            lost.push(`${gig} counts ${answerCounts[value]} times ${value}, not ${count}`)
        }
      }
      return { lost, twice }
    },
  }
}
