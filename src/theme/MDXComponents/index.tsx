import Original from '@theme-original/MDXComponents';
import SectionCards from '@site/src/practice/cards/SectionCards';
import Experiment from '@site/src/figure/WhenNear';
import SmallFigure from '@site/src/figure/small/SmallFigure';
import Anatomy from '@site/src/prose/Anatomy';
import Aside from '@site/src/prose/Aside';
import Check from '@site/src/prose/Check';
import Decide from '@site/src/prose/decide/Decide';
import Choice from '@site/src/prose/decide/Choice';
import Given from '@site/src/prose/Given';
import Myth from '@site/src/prose/Myth';
import PlaceYourBet from '@site/src/prose/PlaceYourBet';
import Quantity from '@site/src/prose/Quantity';
import Recap from '@site/src/prose/Recap';
import Table from '@site/src/prose/Table';
import Term from '@site/src/prose/Term';
import YouWillLearn from '@site/src/prose/YouWillLearn';

/** What an author may use in a chapter without importing it; a table is written as Markdown. */
export default {
  ...Original,
  Anatomy,
  Aside,
  Check,
  Choice,
  Decide,
  Experiment,
  If: Given,
  Myth,
  PlaceYourBet,
  Quantity,
  Recap,
  SectionCards,
  Since: Given,
  SmallFigure,
  Term,
  YouWillLearn,
  table: Table,
};
