#pragma once

#include "app/documents/document_of.h"
#include "widgets/collectives/collective_edit.h"

namespace bubblescope {

/// The open collective.
///
/// Invariants  the setup passes checkCollective() and has at least one algorithm
class CollectiveDocument : public DocumentOf<CollectiveSetup> {
    Q_OBJECT

public:
    explicit CollectiveDocument(QObject* parent = nullptr);

    const CollectiveSetup& setup() const { return value(); }

    /// Undoes everything after `index` of the history without signals, and then applies the edit.
    void applyFrom(int index, const CollectiveEdit& edit);

    /// The algorithm whose steps are shown.
    const std::string& algorithm() const;
    void setAlgorithm(const std::string& id);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    void start(const CollectiveSetup& setup, const Origin& origin) override;

protected:
    Result<void> check(const CollectiveSetup& setup) const override;
    std::string text() const override;

private:
    std::string m_algorithm;
};

}  // namespace bubblescope
