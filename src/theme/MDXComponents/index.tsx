import Original from '@theme-original/MDXComponents';
import SectionCards from '@site/src/components/Cards/SectionCards';
import Experiment from '@site/src/components/Experiment/WhenNear';
import Aside from '@site/src/components/prose/Aside';
import Check from '@site/src/components/prose/Check';
import Decide from '@site/src/components/prose/Decide';
import Choice from '@site/src/components/prose/Decide/Choice';
import Myth from '@site/src/components/prose/Myth';
import PlaceYourBet from '@site/src/components/prose/PlaceYourBet';
import Quantity from '@site/src/components/prose/Quantity';
import Recap from '@site/src/components/prose/Recap';
import Table from '@site/src/components/prose/Table';
import Term from '@site/src/components/prose/Term';
import YouWillLearn from '@site/src/components/prose/YouWillLearn';

/** What an author may use in a chapter without importing it; a table is written as Markdown. */
export default {
  ...Original,
  Aside,
  Check,
  Choice,
  Decide,
  Experiment,
  Myth,
  PlaceYourBet,
  Quantity,
  Recap,
  SectionCards,
  Term,
  YouWillLearn,
  table: Table,
};
