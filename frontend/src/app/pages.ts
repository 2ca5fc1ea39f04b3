// The address of every page. All but the home page are loaded when they are opened.

import type { Component } from 'svelte';

import HomePage from '../features/home/HomePage.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = Component<any>;

interface Entry {
  pattern: string;
  title: string; // i18n key
  load: () => Promise<{ default: Page }> | { default: Page };
  board?: boolean; // a large board fills the window
  isPublic?: true; // also for people who have not signed in
  needsAccounts?: true; // missing on a server without accounts
}

export const SIGN_IN: Entry = {
  pattern: '/sign-in',
  title: 'sign_in.title',
  load: () => import('../features/people/SignInPage.svelte'),
  isPublic: true,
  needsAccounts: true,
};

export const PAGES: Entry[] = [
  { pattern: '/', title: 'home.title', load: () => ({ default: HomePage }) },
  { pattern: '/play', title: 'play.title', load: () => import('../features/play/NewGamePage.svelte') },
  { pattern: '/rules/:game', title: 'rules.title', load: () => import('../features/rules/RulesPage.svelte') },
  {
    pattern: '/editor',
    title: 'editor.title',
    load: () => import('../features/editor/EditorPage.svelte'),
    board: true,
  },
  { pattern: '/play/:id', title: 'play.title', load: () => import('../features/play/GamePage.svelte'), board: true },
  { pattern: '/bots', title: 'bots.title', load: () => import('../features/bots/BotsPage.svelte') },
  { pattern: '/bots/:id', title: 'bots.one', load: () => import('../features/bots/BotPage.svelte') },
  { pattern: '/ladders/:game', title: 'ladder.title', load: () => import('../features/ratings/LadderPage.svelte') },
  { pattern: '/matches', title: 'matches.title', load: () => import('../features/matches/MatchesPage.svelte') },
  { pattern: '/matches/:id', title: 'matches.one', load: () => import('../features/matches/MatchPage.svelte') },
  {
    pattern: '/tournaments',
    title: 'tournaments.title',
    load: () => import('../features/tournaments/TournamentsPage.svelte'),
  },
  {
    pattern: '/tournaments/new',
    title: 'tournaments.new',
    load: () => import('../features/tournaments/NewTournamentPage.svelte'),
  },
  {
    pattern: '/tournaments/:id',
    title: 'tournaments.one',
    load: () => import('../features/tournaments/TournamentPage.svelte'),
  },
  { pattern: '/leagues', title: 'leagues.title', load: () => import('../features/leagues/LeaguesPage.svelte') },
  { pattern: '/leagues/new', title: 'leagues.new', load: () => import('../features/leagues/NewLeaguePage.svelte') },
  { pattern: '/leagues/:id', title: 'leagues.one', load: () => import('../features/leagues/LeaguePage.svelte') },
  {
    pattern: '/leagues/:id/bots/:entry',
    title: 'leagues.bot',
    load: () => import('../features/leagues/LeagueBotPage.svelte'),
  },
  {
    pattern: '/leagues/:id/bots/:entry/against/:other',
    title: 'leagues.against',
    load: () => import('../features/leagues/AgainstPage.svelte'),
  },
  { pattern: '/leagues/:id/final', title: 'leagues.final', load: () => import('../features/leagues/FinalPage.svelte') },
  { pattern: '/courses/:id', title: 'course.title', load: () => import('../features/courses/CoursePage.svelte') },
  {
    pattern: '/courses/:id/maps',
    title: 'course.to_maps',
    load: () => import('../features/courses/CourseMapsPage.svelte'),
  },
  {
    pattern: '/courses/:id/assignments/new',
    title: 'course.new_assignment',
    load: () => import('../features/courses/NewAssignmentPage.svelte'),
  },
  {
    pattern: '/assignments/:id',
    title: 'course.assignment',
    load: () => import('../features/courses/AssignmentPage.svelte'),
  },
  {
    pattern: '/assignments/:id/edit',
    title: 'course.edit',
    load: () => import('../features/courses/AssignmentFormPage.svelte'),
  },
  {
    pattern: '/assignments/:id/class',
    title: 'course.class',
    load: () => import('../features/courses/ClassPage.svelte'),
  },
  {
    pattern: '/assignments/:id/submissions/:grade',
    title: 'course.submission',
    load: () => import('../features/courses/SubmissionPage.svelte'),
  },
  { pattern: '/labs', title: 'labs.title', load: () => import('../features/labs/LabsPage.svelte') },
  { pattern: '/labs/:topic', title: 'labs.one', load: () => import('../features/labs/LabPage.svelte') },
  { pattern: '/labs/:topic/:task', title: 'labs.one', load: () => import('../features/labs/LabPage.svelte') },
  { pattern: '/grades/:id', title: 'labs.grading', load: () => import('../features/labs/GradePage.svelte') },
  { pattern: '/puzzles/highway', title: 'highway.title', load: () => import('../features/puzzles/HighwayPage.svelte') },
  { pattern: '/puzzles/trek', title: 'trek.title', load: () => import('../features/puzzles/TrekPage.svelte') },
  {
    pattern: '/watch/:id',
    title: 'replay.watch',
    load: () => import('../features/replay/WatchPage.svelte'),
    board: true,
  },
  { pattern: '/replay', title: 'replay.open', load: () => import('../features/replay/OpenRecordPage.svelte') },
  {
    pattern: '/replay/:key',
    title: 'replay.title',
    load: () => import('../features/replay/ReplayPage.svelte'),
    board: true,
  },
  SIGN_IN,
  ...[
    { pattern: '/join', title: 'join.title', load: () => import('../features/people/JoinPage.svelte'), isPublic: true },
    { pattern: '/account', title: 'account.title', load: () => import('../features/people/AccountPage.svelte') },
    { pattern: '/people', title: 'people.title', load: () => import('../features/people/staff/MembersPage.svelte') },
    {
      pattern: '/people/import',
      title: 'roster.title',
      load: () => import('../features/people/staff/RosterPage.svelte'),
    },
    {
      pattern: '/people/invitations',
      title: 'invitations.title',
      load: () => import('../features/people/staff/InvitationsPage.svelte'),
    },
    {
      pattern: '/people/limits',
      title: 'limits.title',
      load: () => import('../features/people/staff/LimitsPage.svelte'),
    },
    { pattern: '/people/log', title: 'audit.title', load: () => import('../features/people/staff/AuditPage.svelte') },
    {
      pattern: '/people/server',
      title: 'server.title',
      load: () => import('../features/people/staff/ServerPage.svelte'),
    },
  ].map((page) => ({ ...page, needsAccounts: true }) as Entry),
  { pattern: '/status', title: 'status.title', load: () => import('../features/people/staff/StatusPage.svelte') },
];
