// The story in which one begins to write a policy: from the start page, in the first steps and on the page "Write a policy".

/** Its machine is small, so a run takes a moment. */
export const firstPolicyStory = 'split-llc/one-wakeup';
