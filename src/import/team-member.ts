import {teamMembers} from '../resources/team-members.js';
import {type Fields, quote} from '../schema/fields.js';
import {idIn, isMissing, isName} from './items.js';
import type {Given, Loading} from './kind.js';

/** The fields that name a team member: the one of bodies, and the two of replies. */
export const teamMemberFields = ['team_member', 'team_member_email'];

const fullName = ({first_name, last_name}: Fields) =>
  isName(first_name) && isName(last_name) ? `${first_name} ${last_name}` : undefined;

/** Whether a body could mean this member. */
const isMeant = (member: Fields, wanted: string) =>
  member.email === wanted || fullName(member) === wanted || (idIn(wanted) !== undefined && member.id === idIn(wanted));

/** Adds the team member that a reply names in full, if nobody has the e-mail address. */
export function implyTeamMember({fields, issues}: Given, loading: Loading): void {
  const {team_member: name, team_member_email: email} = fields;
  if (!isName(name) || !isName(email)) {
    return;
  }
  const [, first_name, last_name] = /^(\S+) (.+)$/.exec(name) ?? [];
  const isKnown = loading.find(teamMembers.name, member => member.email === email) !== undefined;
  if (first_name !== undefined && !isKnown) {
    loading.add(teamMembers.name, {first_name, last_name, email}, issues);
  }
}

/** By id, by e-mail address, by first and last name, or by the latter two together. */
export function teamMemberOf({fields, issues}: Given, loading: Loading): {team_member_id?: number | null} {
  const {team_member: wanted, team_member_email: email} = fields;
  if (isMissing(wanted) && isMissing(email)) {
    return {};
  }
  if (typeof wanted === 'number' || (typeof wanted === 'string' && wanted.startsWith('$'))) {
    const id = loading.readId(wanted, teamMembers.name, 'team_member', issues);
    return id === undefined ? {} : knownMember(id, loading, issues);
  }
  const found = [
    (member: Fields) => member.email === email && fullName(member) === wanted,
    (member: Fields) => isName(email) && member.email === email,
    (member: Fields) => isName(wanted) && !isName(email) && isMeant(member, wanted),
  ].reduce<number | undefined>((id, isWanted) => id ?? loading.find(teamMembers.name, isWanted), undefined);
  if (found === undefined) {
    const [field, sent] = isMissing(wanted) ? ['team_member_email', email] : ['team_member', wanted];
    const right = 'give the id, the e-mail or "First Last" of a team member';
    issues.refuse(field as string, `${quote(sent)} is nobody: ${right}`);
    return {};
  }
  return {team_member_id: found};
}

function knownMember(id: number, loading: Loading, issues: Given['issues']): {team_member_id?: number} {
  if (loading.look(teamMembers.name, id) !== undefined) {
    return {team_member_id: id};
  }
  issues.refuse('team_member', `${id} is nobody: no team member has this id`);
  return {};
}
