#pragma once

#include "app/documents/document.h"
#include "widgets/collectives/collective_edit.h"

#include <memory>

namespace bubblescope {

/// The open collective.
///
/// Invariants  checkCollective() lets it pass, and it has an algorithm
class CollectiveDocument : public Document {
    Q_OBJECT

public:
    explicit CollectiveDocument(QObject* parent = nullptr);

    const CollectiveSetup& setup() const { return *m_setup; }

    QString title() const override { return QString::fromStdString(m_setup->title); }
    void setTitle(const QString& title) override;

    /// One step of undo. What no file could hold is refused().
    void apply(const CollectiveEdit& edit);
    /// The same after `index` of the history and whatever came then, which nobody sees.
    void applyFrom(int index, const CollectiveEdit& edit);

    /// The one of its algorithms whose steps people look at.
    const std::string& algorithm() const;
    void setAlgorithm(const std::string& id);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    /// Starts over: with a preset or what a picture carries, which have no path, with a file's content, or with what
    /// another run of the program left.
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
