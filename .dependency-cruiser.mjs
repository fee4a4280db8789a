/** The floors of `src`, from the ground up: a room imports from those below it, types included, and no two import each other. */
const FLOORS = [
  ['text'],
  ['model'],
  ['ui', 'views', 'runtime', 'memory', 'machine'],
  ['labs'],
  ['linux'],
  ['figure'],
  ['prose', 'dispute'],
  ['guide'],
  ['yours'],
  ['incidents'],
  ['classroom'],
  ['practice'],
  ['interview'],
  ['progress'],
  ['pages', 'site', 'theme'],
];

/** Within the classroom. */
const CLASSROOM = [['question'], ['sheet'], ['ready-made'], ['assignment'], ['grade', 'teach']];

const inside = (folder, rooms) => `^${folder}/(${rooms.join('|')})/`;

/** A rule for each floor: nothing from its own neighbours, nor from above. */
const floors = (folder, all) =>
  all.map((rooms, height) => ({
    name: `${rooms.join(', ')} of ${folder}: imports from below only`,
    severity: 'error',
    from: { path: inside(folder, rooms) },
    to: { path: inside(folder, all.slice(height).flat()), pathNot: `^${folder}/$1/` },
  }));

/** What a room must not know. */
const never = (room, modules, comment) => ({
  name: `${room}: ${comment}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: modules },
});

export default {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    ...floors('src', FLOORS),
    ...floors('src/classroom', CLASSROOM),
    never('classroom/[^/]+$', inside('src/classroom', CLASSROOM.flat()), 'what all share knows none of them'),
    never(
      'plugins',
      inside(
        'src',
        FLOORS.slice(2)
          .flat()
          .filter((room) => !['views', 'runtime', 'machine', 'labs'].includes(room)),
      ),
      'the build draws views and runs models, and knows no page',
    ),
    never('(?!plugins)[^/]+', '^src/plugins/', 'the page knows nothing of its build'),
    never(
      '(?!plugins|labs)[^/]+',
      '^src/labs/((incidents/)?parse|fields)\\.ts$',
      'labs and incidents are read from their files when the book is built',
    ),
    never('views', '^(@docusaurus|@theme|@site|@generated|@inflight)/', 'views are pure functions of (data, size)'),
    never('(runtime|machine|labs)', '^(@docusaurus|@theme)/|/react(-dom)?/', 'runtime, machine and labs know no React'),
  ],
  options: {
    includeOnly: '^src/|^@|/react(-dom)?/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
