#pragma once

#include "tests/app/steps_desk.h"
#include "tests/engine/scenarios.h"

namespace bubblescope::test {

/// A window with a page that has something to show.
class PageDesk : public Desk {
public:
    explicit PageDesk(int page) {
        actions().pages->actions()[page]->trigger();
        const PageKind& kind = *pageKinds()[std::size_t(page)];
        if (&kind == &kSchemesPage) document().start(schemeScenario("looped-pp"), {"scheme"});
        if (&kind == &kStepsPage) document().start(*readScenario(kCompared), {"steps"});
        rest();
        QCoreApplication::processEvents();
    }
};

/// A row of test data for each page.
inline void everyPage() {
    QTest::addColumn<int>("page");
    for (std::size_t page = 0; page < pageKinds().size(); ++page)
        QTest::addRow("%s", pageKinds()[page]->id) << int(page);
}

}  // namespace bubblescope::test
