// How members that an offer does not state are shown to people and agents. Unknown is not "none".

export const startOf = ({ valid_from }: { valid_from: string | null }) => valid_from ?? 'start not stated'
export const endOf = ({ valid_until }: { valid_until: string | null }) => valid_until ?? 'end not stated'
