#pragma once

#include "app/documents/document.h"

#include <vector>

namespace bubblescope {

class CollectiveDocument;
class ExperimentDocument;
class LessonDocument;
class ScenarioDocument;

/// The open documents of a window.
///
/// Invariants  one document of each kind, in the order of documentKinds()
class Documents : public QObject {
    Q_OBJECT

public:
    Documents();

    Document& of(const DocumentKind& kind) const;
    ScenarioDocument& scenario() const;
    ExperimentDocument& experiment() const;
    CollectiveDocument& collective() const;
    LessonDocument& lesson() const;

    auto begin() const { return m_all.begin(); }
    auto end() const { return m_all.end(); }

private:
    std::vector<Document*> m_all;
};

}  // namespace bubblescope
