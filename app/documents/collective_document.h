#pragma once

#include "app/documents/document.h"
#include "widgets/collectives/collective_edit.h"

#include <memory>

namespace bubblescope {

/// The open collective.
///
/// Invariants  the setup passes checkCollective() and has at least one algorithm
class CollectiveDocument : public Document {
    Q_OBJECT

public:
    explicit CollectiveDocument(QObject* parent = nullptr);

    const CollectiveSetup& setup() const { return *m_setup; }

    QString title() const override { return QString::fromStdString(m_setup->title); }
    void setTitle(const QString& title) override;

    /// Applies an edit as one step of undo. An invalid setup is not applied; refused() carries the reason.
    void apply(const CollectiveEdit& edit);
    /// Undoes everything after `index` of the history without signals, and then applies the edit.
    void applyFrom(int index, const CollectiveEdit& edit);

    /// The algorithm whose steps are shown.
    const std::string& algorithm() const;
    void setAlgorithm(const std::string& id);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    /// Replaces the content: by a preset or a picture's content, which have no path, by a file's content, or by the
    /// draft of an earlier run of the program.
    void start(const CollectiveSetup& setup, const Origin& origin);

    Draft draft() const override;

protected:
    Result<std::string> contents() const override;

private:
    void show(std::shared_ptr<const CollectiveSetup> setup);

    std::shared_ptr<const CollectiveSetup> m_setup;
    std::string m_algorithm;
};

}  // namespace bubblescope
